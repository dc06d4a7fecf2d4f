export const texts = 7;
