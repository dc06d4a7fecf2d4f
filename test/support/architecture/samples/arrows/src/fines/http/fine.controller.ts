export class FineController {} // refused
