export const days = 28;
