export const titles = []; // refused
