export const aid = 1; // refused
