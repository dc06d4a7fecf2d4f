export const events = 1;
