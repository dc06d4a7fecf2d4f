export const slug = 6;
