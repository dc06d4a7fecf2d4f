export const page = 4;
