import { Replicas } from '../replicas/index.js'; // refused

export const database = Replicas;
