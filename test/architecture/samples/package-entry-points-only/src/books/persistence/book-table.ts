import { open } from 'node:fs/promises';
import { EntitySchema } from 'typeorm';
import { METHOD_METADATA } from '@nestjs/common/constants.js'; // refused
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js'; // refused

export const parts = [open, EntitySchema, METHOD_METADATA];
export type Driver = PostgresDriver;
