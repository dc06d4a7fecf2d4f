import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { externalIdRules, RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { CompanyService } from '../application/company.service.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { CompanyNotFound } from '../domain/company.errors.js';
import type { CompanyRecord } from '../domain/company.js';
import { CompanyListQuery, PutCompanyDto, CompanyResponse } from './company.dto.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';

@Controller('projects/:projectSlug/companies')
@InProject()
@Operations({
  tag: 'Companies',
  parameters: {
    companyId: {
      schema: {
        type: 'string',
        description:
          'Id of the company in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.',
        example: CompanyResponse.example.external_id,
      },
    },
  },
})
export class CompaniesController {
  constructor(private readonly companies: CompanyService) {}

  @Get()
  @Operation({
    id: 'listCompanies',
    summary: 'List companies',
    description: 'Returns the companies by name, unless `sort` is set.',
    list: CompanyResponse,
  })
  @RequirePermission(permissions.readCompanies)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: CompanyListQuery,
  ): Promise<PagedList<CompanyRecord>> {
    return new PagedList(query, (page) =>
      this.companies.list(access, { name: query.q }, query.sort ?? 'name', page),
    );
  }

  @Get(':companyId')
  @Operation({
    id: 'getCompany',
    summary: 'Get a company',
    answer: CompanyResponse,
    problems: [new CompanyNotFound()],
  })
  @RequirePermission(permissions.readCompanies)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('companyId') externalId: string,
  ): Promise<Versioned<CompanyRecord>> {
    return this.companies.read(access, externalId);
  }

  @Put(':companyId')
  @Operation({
    id: 'putCompany',
    summary: 'Create or update a company',
    description:
      'Omitted fields of an existing company stay unchanged. A person belongs to the company that is the `company` of the person.',
    answer: CompanyResponse,
    statuses: { 200: 'The company existed.', 201: 'Created.' },
    body: { name: 'Globex', revenue: 48_000, metadata: { plan: 'enterprise' } },
  })
  @RequirePermission(permissions.putCompany)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('companyId') externalId: string,
    @JsonBody() body: PutCompanyDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Created<CompanyRecord> | CompanyRecord> {
    const rule = firstViolation(externalIdRules, externalId);
    if (rule) {
      const detail = `The external id ${rule.detail}`;
      throw new InvalidInput([{ parameter: 'companyId', code: rule.code, detail }]);
    }
    const { company, created } = await this.companies.put(access, externalId, body.changes(), precondition);
    return created ? new Created(company.record) : company.record;
  }

  @Delete(':companyId')
  @Operation({
    id: 'deleteCompany',
    summary: 'Delete a company',
    description: 'Its people are kept, and belong to no company then.',
    problems: [new CompanyNotFound()],
  })
  @RequirePermission(permissions.deleteCompany)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('companyId') externalId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.companies.remove(access, externalId, precondition);
  }
}
