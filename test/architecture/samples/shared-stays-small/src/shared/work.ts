export const work = 10; // refused
