export const now = (): Date => new Date(); // refused
export const yesterday = (today: Date): Date => new Date(today.getTime() - 86_400_000);
export const millis = Date.now; // refused
export const again = (): number => globalThis.Date['now'](); // refused
export const text = (): string => Date(); // refused
export const dice = (): number => Math.random(); // refused
const { random } = Math; // refused
export const coin = random;
export const id = (): string => globalThis.crypto.randomUUID(); // refused
