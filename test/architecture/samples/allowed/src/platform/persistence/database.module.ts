import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

export const poolOf = (source: DataSource): Pool => source.options as unknown as Pool;

@Module({})
export class DatabaseModule {}
