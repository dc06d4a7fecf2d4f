export class Helmet {} // refused
