export const faults = 2;
