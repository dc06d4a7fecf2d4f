const { env: settings } = process; // refused
export const all = [settings, globalThis.process.env]; // refused
