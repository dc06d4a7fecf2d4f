import { Module } from '@nestjs/common';
import { ProjectModule } from '../project/index.js';

/** Exports of projects. */
@Module({ imports: [ProjectModule] })
export class ProjectExportModule {}
