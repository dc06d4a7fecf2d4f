export const limit = 3; // refused
