import { Module } from '@nestjs/common';
import { BooksModule } from './books/index.js';
import { LoansModule } from './loans/index.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({ imports: [PlatformModule, BooksModule, LoansModule] })
export class AppModule {}
