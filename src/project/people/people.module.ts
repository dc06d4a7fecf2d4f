import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { ExternalIdImporter } from './application/external-id-importer.js';
import { PeopleService } from './application/people.service.js';
import { PersonQueries } from './application/person.queries.js';
import { PersonRepository } from './domain/person.repository.js';
import { PeopleController } from './http/people.controller.js';
import { TypeormPersonRepository } from './persistence/typeorm-person.repository.js';

/** The users of a project by their ids in the system of its team. */
@Module({
  imports: [CompaniesModule],
  controllers: [PeopleController],
  providers: [
    PeopleService,
    ExternalIdImporter,
    { provide: PersonRepository, useClass: TypeormPersonRepository },
    PersonQueries,
  ],
  exports: [PeopleService, ExternalIdImporter, PersonQueries],
})
export class PeopleModule {}
