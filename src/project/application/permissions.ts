import type { Permission } from '../../identity/index.js';
import type { ProjectPermission } from './project-grant.js';

/** What the use cases of projects, their configuration and their members require. Their operations require the same. */
export const permissions = {
  listProjects: { scope: 'read' },
  createProject: { scope: 'admin' },
  read: { role: 'viewer', scope: 'read' },
  updateProject: { role: 'owner', scope: 'admin' },
  deleteProject: { role: 'owner', scope: 'admin' },
  replaceProjectMetadata: { role: 'owner', scope: 'admin' },
  updateProjectConfig: { role: 'owner', scope: 'admin' },
  readProjectSettings: { role: 'owner', scope: 'read' },
  updateProjectSettings: { role: 'owner', scope: 'admin' },
  putStatus: { role: 'owner', scope: 'admin' },
  deleteStatus: { role: 'owner', scope: 'admin' },
  putBoard: { role: 'owner', scope: 'admin' },
  deleteBoard: { role: 'owner', scope: 'admin' },
  putTag: { role: 'editor', scope: 'write' },
  deleteTag: { role: 'editor', scope: 'write' },
  importTags: { role: 'owner', scope: 'admin' },
  verifyCustomDomain: { role: 'owner', scope: 'admin' },
  addMember: { role: 'owner', scope: 'admin' },
  setMemberRole: { role: 'owner', scope: 'admin' },
  removeMember: { role: 'owner', scope: 'admin' },
  readPeople: { role: 'editor', scope: 'read' },
  /** Finding the user in the body of another operation, which may require more. */
  resolvePerson: { role: 'contributor', scope: 'write' },
  putPerson: { role: 'editor', scope: 'write' },
  deletePerson: { role: 'editor', scope: 'write' },
  readCompanies: { role: 'editor', scope: 'read' },
  putCompany: { role: 'editor', scope: 'write' },
  deleteCompany: { role: 'editor', scope: 'write' },
  importSettings: { role: 'owner', scope: 'admin' },
  importCompany: { role: 'owner', scope: 'admin' },
  importExternalId: { role: 'owner', scope: 'admin' },
  importMember: { role: 'owner', scope: 'admin' },
} satisfies Record<string, Permission | ProjectPermission>;
