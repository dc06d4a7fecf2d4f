import { Module } from '@nestjs/common';
import { CompanyImporter } from './application/company-importer.js';
import { CompanyQueries } from './application/company.queries.js';
import { CompanyService } from './application/company.service.js';
import { CompanyRepository } from './domain/company.repository.js';
import { CompaniesController } from './http/companies.controller.js';
import { TypeormCompanyRepository } from './persistence/typeorm-company.repository.js';

/** The companies that people belong to. */
@Module({
  controllers: [CompaniesController],
  providers: [
    CompanyService,
    CompanyImporter,
    { provide: CompanyRepository, useClass: TypeormCompanyRepository },
    CompanyQueries,
  ],
  exports: [CompanyService, CompanyImporter, CompanyQueries],
})
export class CompaniesModule {}
