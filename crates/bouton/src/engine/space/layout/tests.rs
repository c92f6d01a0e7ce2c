//! Positions stand where layouts say they do.

use super::*;

/// Every position of a layout, in the order of rows.
fn all(layout: &Layout) -> Vec<(usize, Vec<usize>, Row)> {
    let mut all = Vec::new();
    let mut row = layout.first();
    loop {
        for first in 0..row.len {
            let mut heaps = row.heaps.clone();
            if let Some(heap) = heaps.first_mut() {
                *heap = first;
            }
            all.push((row.start + first, heaps, row.clone()));
        }
        if !layout.next(&mut row) {
            return all;
        }
    }
}

fn layouts() -> Vec<Layout> {
    let sorted = (0..5).map(|heaps| Layout::sorted(heaps, 5).unwrap());
    let placed = [vec![], vec![4], vec![3, 0, 2], vec![2, 3, 1, 2]];
    sorted.chain(placed.map(|most| Layout::placed(most).unwrap())).collect()
}

#[test]
fn rows_of_planes_and_slabs_follow_each_other() {
    let skews = [
        (vec![3, 5], vec![1, 0], 2),
        (vec![3, 1], vec![0, 1], 4),
        (vec![2, 3, 4, 1], vec![2, 0, 3, 1], 1),
    ];
    let skews = skews.map(|(most, order, step)| Layout::skew(most, order, step).unwrap());
    for layout in &skews {
        let (plane, order) = layout.plane().unwrap();
        let mut row = layout.first();
        let mut places = 0;
        loop {
            for i in 0..row.len {
                let mut at = row.heaps.clone();
                at[order[0]] += i;
                at[order[1]] -= plane.step * i;
                assert_eq!((layout.place(&at), row.start + i), (places, places), "{at:?}");
                places += 1;
            }
            if !layout.next(&mut row) {
                break;
            }
        }
        assert_eq!(places, layout.positions());
        let mut row = layout.first_slab();
        while {
            assert_eq!(layout.place(&row.heaps), row.start);
            layout.next_slab(&mut row)
        } {}
        assert_eq!(row.start, layout.positions());
    }
    for heaps in 1..5 {
        let layout = Layout::sorted(heaps, 5).unwrap();
        let mut row = layout.first_slab();
        while {
            let mut last = vec![row.heaps[heaps - 1]; heaps];
            assert_eq!(layout.place(&last) + 1, row.start + row.len);
            last[..heaps - 1].fill(0);
            assert_eq!(layout.place(&last), row.start);
            layout.next_slab(&mut row)
        } {}
        assert_eq!(row.start + row.len, layout.positions());
    }
}

#[test]
fn positions_stand_one_after_the_other() {
    for layout in layouts() {
        let all = all(&layout);
        assert_eq!(all.len(), layout.positions(), "{layout:?}");
        for (i, (place, heaps, _)) in all.iter().enumerate() {
            assert_eq!((i, layout.place(heaps)), (*place, *place), "{heaps:?}");
        }
    }
}

#[test]
fn a_place_is_in_its_row() {
    for layout in &layouts() {
        for (place, _, row) in all(layout) {
            let found = layout.row_of(place);
            assert_eq!((&found.heaps, found.start, found.len), (&row.heaps, row.start, row.len));
        }
    }
}

#[test]
fn the_positions_of_a_line_differ_in_one_heap() {
    for layout in layouts() {
        let all = all(&layout);
        // Who lies on which line, and what it is made of.
        let mut lines = std::collections::HashMap::new();
        for (place, heaps, row) in &all {
            for heap in 0..heaps.len() {
                let own = layout.line(&row.heaps, heap) + if heap == 0 { 0 } else { heaps[0] };
                let mut others = heaps.clone();
                others.remove(heap);
                let along = if layout.is_sorted() { 0 } else { heap };
                if layout.is_sorted() || heap > 0 {
                    assert!(own < layout.lines());
                    let known = lines.entry(own).or_insert((along, others.clone()));
                    assert_eq!(*known, (along, others), "{layout:?} {heaps:?}");
                }
                for size in 0..=heaps[heap] {
                    let mut to = heaps.clone();
                    to[heap] = size;
                    if layout.is_sorted() {
                        to.sort_unstable();
                    }
                    assert_eq!(layout.place_with(heaps, heap, size), layout.place(&to));
                    assert!(layout.place(&to) <= *place);
                }
            }
        }
    }
}
