// The paths of the status display's symbols, in a frame of 88 by 88. Generated from Motion's:
// RECORD=1 swift test --filter SymbolsTests

export const CHECK_MARK = 'M1 47C23 69 27 73 27 73L87 13';
export const CROSS = 'M1 1L87 87M87 1L1 87';
