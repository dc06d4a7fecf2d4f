export const units = 8;
