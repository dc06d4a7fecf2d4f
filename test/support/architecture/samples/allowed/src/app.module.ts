import { Module } from '@nestjs/common';
import { BooksModule } from './books/index.js';
import { LoansModule } from './loans/index.js';
import { DatabaseModule } from './platform/persistence/database.module.js';

@Module({ imports: [DatabaseModule, BooksModule, LoansModule] })
export class AppModule {}
