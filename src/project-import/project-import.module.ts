import { Module } from '@nestjs/common';
import { ProjectModule } from '../project/index.js';

/** Imports of projects, and of files of other tools. */
@Module({ imports: [ProjectModule] })
export class ProjectImportModule {}
