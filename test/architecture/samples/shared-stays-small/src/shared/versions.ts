export const versions = 9;
