export const rules = 5;
