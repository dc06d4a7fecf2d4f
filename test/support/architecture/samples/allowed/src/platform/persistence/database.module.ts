import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

export const poolOf = (source: DataSource): unknown => (source.driver as PostgresDriver).master;

@Module({})
export class DatabaseModule {}
