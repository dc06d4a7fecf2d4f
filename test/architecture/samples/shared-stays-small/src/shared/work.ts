export const work = 8; // refused
