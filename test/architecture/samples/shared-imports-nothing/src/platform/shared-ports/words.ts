export const words = ['book'];
