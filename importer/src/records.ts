/* The records of the format that this program writes: the service defines them, and exports its projects in them. */
export type { PortableEnd, PortableManifest } from '../../src/shared/portable-file.js';
export {
  type PortableAttachment,
  type PortableBoard,
  type PortableChangelog,
  type PortableComment,
  type PortableCompany,
  type PortableCounts,
  type PortableExternalId,
  type PortableFeedback,
  type PortableField,
  portableFormat,
  type PortableKind,
  portableKinds,
  type PortableMember,
  type PortablePerson,
  type PortableRecord,
  type PortableStatus,
  type PortableStatusChange,
  type PortableTag,
  portableVersion,
} from '../../src/shared/portable-records.js';
export type { JsonObject } from '../../src/shared/rules.js';
