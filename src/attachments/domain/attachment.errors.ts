import { DomainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { maxUnattached } from './attachment.js';

export class AttachmentNotFound extends DomainError {
  override readonly remedy =
    'Check the id or the URL. The file may have been deleted: by a user, with the record that it was attached to, or because it was attached to nothing for a day. Only editors and the user who uploaded a file can access its record.';

  constructor() {
    super('not_found', 'attachment_not_found', 'The file does not exist.');
  }
}

export class UnsupportedAttachment extends DomainError {
  override readonly remedy =
    'Send a PNG, JPEG, GIF or WebP image, a PDF, or a plain text in UTF-8. The content decides, not the name or the declared media type. HTML, XML and SVG are not accepted.';

  constructor() {
    super(
      'unsupported',
      'unsupported_attachment',
      'The file is not a PNG, JPEG, GIF or WebP image, a PDF, or a plain text in UTF-8.',
    );
  }
}

export class TooManyUnattached extends DomainError {
  override readonly remedy =
    'Attach the files with `attachment_ids`, or delete them. Files that are attached to nothing are deleted after a day.';

  constructor() {
    super(
      'conflict',
      'too_many_unattached',
      `The user has ${maxUnattached} files in the project that are attached to nothing.`,
    );
  }
}

export class StorageUnavailable extends DomainError {
  override readonly remedy =
    'Wait as many seconds as `Retry-After` says, and repeat the request. A failed upload has stored nothing.';

  /** @param options `cause`: the error of the storage, for the log */
  constructor(options: ErrorOptions = {}) {
    super('unavailable', 'storage_unavailable', 'The file cannot be stored or read at the moment.');
    this.cause = options.cause;
  }
}

/** Why a file cannot be attached: a code with its meaning. */
const reasons = {
  unknown_attachment: 'The project has no such file that the caller may attach.',
  attached_elsewhere: 'The file is attached to another record.',
  repeated: 'The file is named more than once.',
};

export type AttachmentRefusal = keyof typeof reasons;

/** Files that cannot be attached. */
export class InvalidAttachments extends InvalidInput {
  /** @param refusals the reason for each item of `attachment_ids`; null for those that can be attached */
  constructor(refusals: readonly (AttachmentRefusal | null)[]) {
    super(
      refusals.flatMap((code, index): FieldError[] =>
        code ? [{ pointer: `/attachment_ids/${index}`, code, detail: reasons[code] }] : [],
      ),
    );
  }
}
