// Light or dark: the choice made here before, otherwise the system's. Runs before the page is drawn.
{
	const system = matchMedia("(prefers-color-scheme: dark)"),
		root = document.documentElement;
	const apply = () => {
		root.dataset.theme = localStorage.theme ?? (system.matches ? "dark" : "light");
		document.getElementById("theme")?.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
		dispatchEvent(new Event("theme"));
	};
	apply();
	system.addEventListener("change", apply);
	addEventListener("DOMContentLoaded", () => {
		apply();
		document.getElementById("theme")?.addEventListener("click", () => {
			localStorage.theme = root.dataset.theme === "dark" ? "light" : "dark";
			apply();
		});
	});
}
