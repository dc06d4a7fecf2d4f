export const table = ''; // refused
