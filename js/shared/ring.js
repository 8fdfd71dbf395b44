// The busy ring of the status display after its work has succeeded: it closes while it turns, then a check
// mark appears in it. Generated from Motion's: RECORD=1 swift test --filter SymbolsTests

export const RING = {
    // The frame of the ring and the frame of the check mark: x, y, width and height.
    frame: [-8, -8, 104, 104], image: [20.6, 20.6, 46.8, 46.8],
    d: 'M44 -3.667C70.326 -3.667 91.667 17.674 91.667 44C91.667 70.326 70.326 91.667 44 91.667'
        + 'C17.674 91.667 -3.667 70.326 -3.667 44C-3.667 17.674 17.674 -3.667 44 -3.667',
    length: 299.498,
    strokeWidth: 8.667,
    // The time between two frames, in ms.
    interval: 50,
    // The rotation in radians, the stroked part of the ring, and the opacity of the check mark.
    frames: [
        [0, 0.5, 0], [0.314, 0.525, 0], [0.628, 0.55, 0], [0.942, 0.575, 0],
        [1.257, 0.6, 0], [1.571, 0.625, 0], [1.885, 0.65, 0], [2.199, 0.675, 0],
        [2.513, 0.7, 0], [2.827, 0.725, 0], [3.142, 0.75, 0], [3.456, 0.775, 0],
        [3.77, 0.8, 0], [4.084, 0.825, 0], [4.398, 0.85, 0], [4.712, 0.875, 0],
        [5.027, 0.9, 0], [5.341, 0.925, 0], [5.655, 0.95, 0], [5.969, 0.975, 0],
        [6.283, 1, 0], [6.597, 1, 0.044], [6.912, 1, 0.156], [7.226, 1, 0.315],
        [7.54, 1, 0.512], [7.854, 1, 0.74], [8.168, 1, 1],
    ],
};
