import { DataSource } from 'typeorm'; // refused

export const needed = DataSource;
