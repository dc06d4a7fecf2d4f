export const defaults = { port: 3000 };
