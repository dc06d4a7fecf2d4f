export const ids = 3;
