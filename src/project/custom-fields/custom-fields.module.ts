import { Module } from '@nestjs/common';
import { Settings } from '../../platform/config/index.js';
import { CustomFieldImporter } from './application/custom-field-importer.js';
import { CustomFieldQueries } from './application/custom-field.queries.js';
import { CustomFieldService } from './application/custom-field.service.js';
import { DeclaredFields } from './application/declared-fields.js';
import { CustomFieldRepository } from './domain/custom-field.repository.js';
import { CustomFieldsController } from './http/custom-fields.controller.js';
import { TypeormCustomFieldRepository } from './persistence/typeorm-custom-field.repository.js';

/** The fields that a project adds to its feedback. */
@Module({
  controllers: [CustomFieldsController],
  providers: [
    CustomFieldService,
    CustomFieldImporter,
    {
      provide: DeclaredFields,
      inject: [Settings],
      useFactory: ({ fields }: Settings) => DeclaredFields.of(fields),
    },
    { provide: CustomFieldRepository, useClass: TypeormCustomFieldRepository },
    CustomFieldQueries,
  ],
  exports: [
    CustomFieldRepository,
    CustomFieldService,
    CustomFieldImporter,
    DeclaredFields,
    CustomFieldQueries,
  ],
})
export class CustomFieldsModule {}
