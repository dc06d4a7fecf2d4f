export class Lend {} // refused
