// Generated from openapi.json by `npm run client`. Do not edit.

export interface components {
  schemas: {
    /** @description A user as instance admins see it. */
    Account: {
      /**
       * Format: uuid
       * @description Id of the user.
       */
      id: string;
      /** @description E-mail address; empty for an anonymized user. */
      email: string;
      /** @description Full name. */
      full_name: string;
      /** @description URL of the picture. */
      avatar_url: string;
      /** @description Whether the user is an instance admin, who is owner of every project and manages users. */
      instance_admin: boolean;
      /**
       * Format: date-time
       * @description Time of registration.
       */
      created_at: string;
    };
    AddMemberRequest: {
      /** @description The user with this external id or e-mail address, who is registered if there is none. */
      user?: components['schemas']['UserReference'];
      /** @description Alternative to `user`: e-mail address of the user (case-insensitive). The user is registered if there is none. */
      email?: string;
      /** @description Full name, used with `email`, and only if the user is registered. */
      full_name?: string;
      /**
       * @description Role in the project. Each role includes the previous ones; `blocked` has no access.
       * @enum {string}
       */
      role: 'blocked' | 'viewer' | 'contributor' | 'editor' | 'owner';
    };
    /** @description A file that was uploaded, to be attached to feedback, a comment or a changelog entry. */
    Attachment: {
      /**
       * Format: uuid
       * @description Id of the attachment.
       */
      id: string;
      /**
       * Format: uri-reference
       * @description URL of the file. Everyone who knows it can read the file without a token. It is absolute if the setting `PUBLIC_BASE_URL` is set, otherwise a path on the host of the service.
       */
      url: string;
      /** @description Name of the file, with an extension of its type. */
      filename: string;
      /**
       * @description Media type of the content.
       * @enum {string}
       */
      media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf' | 'text/plain';
      /** @description Size in bytes. */
      size: number;
      /**
       * Format: date-time
       * @description Time of the upload.
       */
      created_at: string;
    };
    /** @description A board that feedback of a project can be on. */
    Board: {
      /** @description What feedback has as its `board`; unique within the project. */
      slug: string;
      /** @description Name of the board. */
      name: string;
      /** @description What belongs on the board. Plain text or Markdown, stored as sent. */
      description: string;
      /** @description Place among the boards; equal places are ordered by slug. */
      position: number;
      /**
       * @description Who sees the feedback on the board: `public`, everyone who can read the project; `members`, everyone but the public; `own`, editors, and viewers and contributors their own feedback only; `editors`, editors only.
       * @enum {string}
       */
      visibility: 'public' | 'members' | 'own' | 'editors';
      /**
       * @description Who can submit feedback to the board.
       * @enum {string}
       */
      submission: 'contributors' | 'editors';
    };
    /** @description A board was created. */
    BoardCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'board.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Board'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A board was deleted, after its feedback had been moved. */
    BoardDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'board.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Board'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The name, description, place, visibility or submission of a board changed. */
    BoardUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'board.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Board'];
      previous: components['schemas']['PreviousBoardValues'];
    };
    BulkFeedbackChanges: {
      status?: string;
      /** @description Slug of a board, or empty for none. */
      board?: string;
      /**
       * @description Whether it has been approved.
       * @enum {string}
       */
      approval?: 'approved' | 'pending' | 'rejected';
      /** @description Tags to add. */
      tags_add?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Tags to remove. */
      tags_remove?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Values of fields of the project, by their keys. Omitted ones stay unchanged; `null` removes one. */
      fields?: {
        [key: string]: unknown;
      };
    };
    BulkUpdateFeedbackRequest: {
      /** @description Ids of the feedback. */
      ids: string[];
      /** @description Changes. Omitted fields stay unchanged. */
      set: components['schemas']['BulkFeedbackChanges'];
    };
    CastVoteRequest: {
      /** @description Id of the user on whose behalf the editor acts; `me`, the default, stands for the caller. */
      user_id?: string;
      /** @description Alternative to `user_id`: the user with this external id or e-mail address, who is registered if there is none. */
      user?: components['schemas']['UserReference'];
    };
    /** @description An entry of a project's changelog. */
    Changelog: {
      /**
       * Format: uuid
       * @description Id of the changelog entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the author.
       */
      author_id: string;
      /** @description The author. */
      author: components['schemas']['User'];
      /** @description Title, a single line. */
      title: string;
      /** @description Permalink, unique within the project. Generated from the initial title; does not change with the title. */
      slug: string;
      /** @description Short summary. */
      summary: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published: boolean;
      /** @description With `include=tags`: its tags, sorted by name. */
      tags?: components['schemas']['Tag'][];
      /**
       * @description With `include=state`: whether it is a draft, published with a `publish_date` in the future, or visible to all members.
       * @enum {string}
       */
      state?: 'draft' | 'scheduled' | 'published';
      /**
       * Format: date-time
       * @description With `include=updated_at`: time of the last change.
       */
      updated_at?: string;
      /** @description With `include=feedback`: the feedback that it is linked to, oldest first. */
      feedback?: components['schemas']['LinkedFeedback'][];
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=metadata`: its metadata. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description With `include=fields`: its values of declared fields that the caller can see, by their keys. */
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description An entry was created. */
    ChangelogCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ChangelogSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description An entry was deleted. `data` is its last state. */
    ChangelogDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ChangelogSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A changelog entry was linked to feedback. */
    ChangelogFeedbackLinkedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.feedback_linked';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackLink'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The link of a changelog entry to feedback was removed. */
    ChangelogFeedbackUnlinkedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.feedback_unlinked';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackLink'];
      previous: components['schemas']['Nothing'];
    };
    /** @description An entry became visible to all members: it was published, or its `publish_date` was reached. */
    ChangelogPublishedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.published';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ChangelogSnapshot'];
      previous: components['schemas']['PreviousChangelog'];
    };
    /** @description A changelog entry at the time of an event. */
    ChangelogSnapshot: {
      /**
       * Format: uuid
       * @description Id of the changelog entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the author.
       */
      author_id: string;
      /** @description The author. */
      author: components['schemas']['User'];
      /** @description Title, a single line. */
      title: string;
      /** @description Permalink, unique within the project. Generated from the initial title; does not change with the title. */
      slug: string;
      /** @description Short summary. */
      summary: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published: boolean;
      /** @description Tags of the entry, sorted by name. */
      tags: components['schemas']['Tag'][];
      /**
       * @description Whether it is visible, at the time of the event.
       * @enum {string}
       */
      state: 'draft' | 'scheduled' | 'published';
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
      /** @description The feedback that it is linked to. */
      feedback: components['schemas']['LinkedFeedback'][];
      /** @description The files that are attached to it. */
      attachments: components['schemas']['Attachment'][];
      /** @description Its metadata. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Its values of declared fields. */
      fields: {
        [key: string]: unknown;
      };
    };
    /** @description An entry became a draft again. */
    ChangelogUnpublishedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.unpublished';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ChangelogSnapshot'];
      previous: components['schemas']['PreviousChangelog'];
    };
    /** @description An updated changelog entry, without `author`. */
    ChangelogUpdate: {
      /**
       * Format: uuid
       * @description Id of the changelog entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the author.
       */
      author_id: string;
      /** @description Title, a single line. */
      title: string;
      /** @description Permalink, unique within the project. Generated from the initial title; does not change with the title. */
      slug: string;
      /** @description Short summary. */
      summary: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published: boolean;
      /** @description With `include=tags`: its tags, sorted by name. */
      tags?: components['schemas']['Tag'][];
      /**
       * @description With `include=state`: whether it is a draft, published with a `publish_date` in the future, or visible to all members.
       * @enum {string}
       */
      state?: 'draft' | 'scheduled' | 'published';
      /**
       * Format: date-time
       * @description With `include=updated_at`: time of the last change.
       */
      updated_at?: string;
      /** @description With `include=feedback`: the feedback that it is linked to, oldest first. */
      feedback?: components['schemas']['LinkedFeedback'][];
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=metadata`: its metadata. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description With `include=fields`: its values of declared fields that the caller can see, by their keys. */
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description Fields of an entry changed. `published` is among them only if an entry was scheduled, or became a draft before its `publish_date`. */
    ChangelogUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'changelog.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ChangelogSnapshot'];
      previous: components['schemas']['PreviousChangelog'];
    };
    /** @description A comment on feedback. */
    Comment: {
      /**
       * Format: uuid
       * @description Id of the comment.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the feedback that it was written on, which may be merged into the one that lists it.
       */
      feedback_id: string;
      /**
       * Format: uuid
       * @description Id of the author.
       */
      user_id: string;
      /** @description The author. */
      user: components['schemas']['User'];
      /** @description Plain text or Markdown, stored as sent. */
      content: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last update; equals `created_at` if there was none.
       */
      updated_at: string;
      /** @description Id of the comment that it replies to; empty for a top-level one. */
      parent_id: string;
      /**
       * @description `internal`: for editors only, not part of `comment_count`; `response`: an official answer of the team.
       * @enum {string}
       */
      kind: 'comment' | 'internal' | 'response';
      /**
       * @description Whether it has been approved. Others are visible to their author and to editors only, and not part of `comment_count`.
       * @enum {string}
       */
      approval: 'approved' | 'pending' | 'rejected';
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=by_team`: whether the author is an editor or owner. */
      by_team?: boolean;
      /** @description With `include=metadata`: its metadata. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description With `include=fields`: its values of declared fields that the caller can see, by their keys. */
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description A comment was created, or approved for the first time if it had to wait. */
    CommentCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'comment.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CommentSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A comment was deleted. `data` is its last state. Each of its replies has an event of its own. */
    CommentDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'comment.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CommentSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A comment waits for approval. */
    CommentPendingEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'comment.pending';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CommentSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A comment at the time of an event. */
    CommentSnapshot: {
      /**
       * Format: uuid
       * @description Id of the comment.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the feedback that it was written on, which may be merged into the one that lists it.
       */
      feedback_id: string;
      /**
       * Format: uuid
       * @description Id of the author.
       */
      user_id: string;
      /** @description The author. */
      user: components['schemas']['User'];
      /** @description Plain text or Markdown, stored as sent. */
      content: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last update; equals `created_at` if there was none.
       */
      updated_at: string;
      /** @description Id of the comment that it replies to; empty for a top-level one. */
      parent_id: string;
      /**
       * @description `internal`: for editors only, not part of `comment_count`; `response`: an official answer of the team.
       * @enum {string}
       */
      kind: 'comment' | 'internal' | 'response';
      /**
       * @description Whether it has been approved. Others are visible to their author and to editors only, and not part of `comment_count`.
       * @enum {string}
       */
      approval: 'approved' | 'pending' | 'rejected';
      /** @description The files that are attached to it. */
      attachments: components['schemas']['Attachment'][];
      /** @description Its metadata. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Its values of declared fields. */
      fields: {
        [key: string]: unknown;
      };
    };
    /** @description A comment was updated. */
    CommentUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'comment.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CommentSnapshot'];
      previous: components['schemas']['PreviousComment'];
    };
    /** @description A customer of the team, which people of the project belong to. */
    Company: {
      /** @description Id in the own system of the team, unique within the project. */
      external_id: string;
      /** @description Name of the company. */
      name: string;
      /** @description What the company pays, in a unit that the team chooses, such as euros a year. */
      revenue: number;
      /** @description Metadata of the company. */
      metadata: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    /** @description A company was created. */
    CompanyCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'company.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Company'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A company was deleted. `data` is its last state. */
    CompanyDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'company.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Company'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The name, revenue or metadata of a company changed. */
    CompanyUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'company.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Company'];
      previous: components['schemas']['PreviousCompany'];
    };
    CreateChangelogRequest: {
      /** @description Title, a single line. */
      title: string;
      /** @description Short summary. */
      summary?: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content?: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image?: string;
      /** @description Metadata. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description Values of the fields that the application around the service declares, by their keys. */
      fields?: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date?: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published?: boolean;
      /** @description Tags of the project, given by their names, or as records whose name is used. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
    };
    CreateProjectRequest: {
      /** @description Name of the project. */
      name: string;
      /** @description Slug of the project, used in paths. A former slug redirects until another project takes it. */
      slug: string;
      /** @description Icon: a URL, a `data:image/…` URL or an emoji. */
      icon?: string;
      /** @description Corner radius of the icon: free text, such as a CSS class. */
      icon_radius?: string;
      /** @description Picture for link previews (Open Graph): a URL or a `data:image/…` URL. */
      og_image?: string;
    };
    CreateTokenRequest: {
      /** @description Name of the token, for example its purpose. */
      name: string;
      /**
       * @description Scope. Each scope includes the previous ones.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the project that the token is bound to; empty if it is not bound. */
      project?: string;
      /**
       * Format: date-time
       * @description Time of expiry; `null` if the token does not expire.
       */
      expires_at?: string;
      /** @description Id of the owner of the token. Defaults to the caller (`me`); only instance admins can set another user. */
      user_id?: string;
    };
    CreateUserRequest: {
      /** @description E-mail address; empty for an anonymized user. */
      email: string;
      /** @description Full name. */
      full_name: string;
      /** @description URL of the picture. */
      avatar_url?: string;
      /** @description Whether the user is an instance admin, who is owner of every project and manages users. */
      instance_admin?: boolean;
    };
    CreateWebhookRequest: {
      /** @description URL that events are posted to. */
      url: string;
      /** @description Types of the events that are sent; `[]` selects all types. */
      event_types?: string[];
      /** @description Condition, which replaces the current one; `{}` removes it. */
      when?: components['schemas']['WebhookConditionRequest'];
      /** @description Description, for example the purpose of the webhook. */
      description?: string;
      /** @description Whether events are sent. Setting it to `true` clears `disabled_reason`. */
      enabled?: boolean;
    };
    /** @description A field that a project adds to its feedback. */
    CustomField: {
      /** @description The name of the value among the `fields` of feedback; unique within the project. */
      key: string;
      /** @description Name of the field. */
      name: string;
      /**
       * @description Type of the values. `choice` is one of the options, `choices` are several of them.
       * @enum {string}
       */
      type: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices';
      /** @description The values to choose from, in their order; empty for other types. */
      options: string[];
      /** @description Whether contributors must set it when they submit feedback. */
      required: boolean;
      /**
       * @description Who can set the values; contributors only on their own feedback.
       * @enum {string}
       */
      set_by: 'contributors' | 'editors';
      /**
       * @description Who can see the field and its values.
       * @enum {string}
       */
      visible_to: 'everyone' | 'editors';
      /** @description Place among the fields; equal places are ordered by key. */
      position: number;
    };
    /** @description The delivery of an event to a webhook. */
    Delivery: {
      /**
       * Format: uuid
       * @description Id of the delivery.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the event.
       */
      event_id: string;
      /** @description Type of the event. */
      event_type: string;
      /**
       * @description Status. A delivery fails after its last attempt has failed.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'failed';
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the next attempt; `null` unless the delivery is pending.
       */
      next_attempt_at: string | null;
      /** @description The newest 50 attempts, oldest first. */
      attempts: {
        /**
         * Format: date-time
         * @description Time of the attempt.
         */
        at: string;
        /** @description HTTP status of the response; `null` if there was none. */
        status_code: number | null;
        /** @description Duration in milliseconds. */
        duration_ms: number;
        /** @description Reason of the failure; empty after a success. */
        error: string;
        /** @description The first 1,024 bytes of the response body. */
        response: string;
      }[];
    };
    /** @description A suggestion that feedback is a duplicate of other feedback. */
    Duplicate: {
      /**
       * Format: uuid
       * @description Id of the suggestion.
       */
      id: string;
      /** @description The feedback of the two that was created later. */
      feedback: components['schemas']['Feedback'];
      /** @description The feedback that it may be a duplicate of, and can be merged into. */
      of: components['schemas']['Feedback'];
      /** @description How similar the two are. It is no probability. */
      score: number;
      /** @description What they have in common: similar titles, words that are rare in the project, the value of a field, the board, the author, or the meaning, for suggestions of the application that contains the service. More may be added. */
      reasons: ('title' | 'rare_words' | 'fields' | 'board' | 'author' | 'meaning')[];
      /** @description Whether an editor has decided that the two are no duplicates. */
      dismissed: boolean;
      /**
       * Format: date-time
       * @description When it was suggested first.
       */
      created_at: string;
    };
    EditCommentRequest: {
      /** @description Plain text or Markdown, stored as sent. */
      content?: string;
      /**
       * @description Changing it requires the role `editor`.
       * @enum {string}
       */
      kind?: 'comment' | 'internal' | 'response';
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
      /**
       * @description Whether it has been approved. Setting it requires the role `editor`.
       * @enum {string}
       */
      approval?: 'approved' | 'pending' | 'rejected';
      /** @description A merge patch of the metadata (RFC 7396): `null` removes a member. It requires the role `editor`. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description Values of declared fields, by their keys. Omitted ones stay unchanged; `null` removes one. Some fields require the role `editor`. */
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description A change in a project. `id` is identical in the feed and in all deliveries, `actor_id` is the user who caused the event, `data` is the record at the time of the event, as editors see it, and `previous` has the previous values of the changed fields. The order of fields is undefined. New types may be added; ignore unknown ones. */
    Event:
      | components['schemas']['ProjectCreatedEvent']
      | components['schemas']['ProjectUpdatedEvent']
      | components['schemas']['ProjectConfigUpdatedEvent']
      | components['schemas']['ProjectSettingsUpdatedEvent']
      | components['schemas']['ProjectMetadataUpdatedEvent']
      | components['schemas']['StatusCreatedEvent']
      | components['schemas']['StatusUpdatedEvent']
      | components['schemas']['StatusDeletedEvent']
      | components['schemas']['BoardCreatedEvent']
      | components['schemas']['BoardUpdatedEvent']
      | components['schemas']['BoardDeletedEvent']
      | components['schemas']['TagCreatedEvent']
      | components['schemas']['TagUpdatedEvent']
      | components['schemas']['TagDeletedEvent']
      | components['schemas']['CompanyCreatedEvent']
      | components['schemas']['CompanyUpdatedEvent']
      | components['schemas']['CompanyDeletedEvent']
      | components['schemas']['FieldCreatedEvent']
      | components['schemas']['FieldUpdatedEvent']
      | components['schemas']['FieldDeletedEvent']
      | components['schemas']['MemberAddedEvent']
      | components['schemas']['MemberUpdatedEvent']
      | components['schemas']['MemberRemovedEvent']
      | components['schemas']['FeedbackPendingEvent']
      | components['schemas']['FeedbackCreatedEvent']
      | components['schemas']['FeedbackUpdatedEvent']
      | components['schemas']['FeedbackStatusChangedEvent']
      | components['schemas']['FeedbackDeletedEvent']
      | components['schemas']['FeedbackUpvotedEvent']
      | components['schemas']['FeedbackUpvoteRemovedEvent']
      | components['schemas']['FeedbackMergedEvent']
      | components['schemas']['FeedbackUnmergedEvent']
      | components['schemas']['FeedbackMetadataUpdatedEvent']
      | components['schemas']['CommentPendingEvent']
      | components['schemas']['CommentCreatedEvent']
      | components['schemas']['CommentUpdatedEvent']
      | components['schemas']['CommentDeletedEvent']
      | components['schemas']['ChangelogCreatedEvent']
      | components['schemas']['ChangelogUpdatedEvent']
      | components['schemas']['ChangelogPublishedEvent']
      | components['schemas']['ChangelogUnpublishedEvent']
      | components['schemas']['ChangelogDeletedEvent']
      | components['schemas']['ChangelogFeedbackLinkedEvent']
      | components['schemas']['ChangelogFeedbackUnlinkedEvent']
      | components['schemas']['ImportCompletedEvent']
      | components['schemas']['WebhookTestEvent'];
    /** @description An idea, request or bug report submitted by a user. */
    Feedback: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the user who submitted the feedback.
       */
      user_id: string;
      /** @description The user who submitted the feedback. */
      user: components['schemas']['User'];
      /** @description Title, a single line. */
      title: string;
      /** @description Full text of the feedback. Plain text or Markdown, stored as sent. */
      description: string;
      /** @description Tags of the feedback, sorted by name. */
      tags: components['schemas']['Tag'][];
      /** @description Key of a status of the project, set by editors. All transitions are allowed. */
      status: string;
      /** @description Number of users who voted for the feedback or for what is merged into it, and of votes that were imported without their voters. */
      upvotes: number;
      /** @description Number of approved comments, with those on feedback that is merged into it, and without internal ones. */
      comment_count: number;
      /**
       * Format: date-time
       * @description Time of submission.
       */
      created_at: string;
      /** @description With `include=board`: slug of the board that it is on; empty if it is on none. */
      board?: string;
      /** @description With `include=fields`: the values of fields of the project that the caller can see, by their keys; without those that are not set. */
      fields?: {
        [key: string]: string | number | boolean | string[];
      };
      /** @description With `include=assignee`: the user who takes care of it; `null`: nobody. */
      assignee?: components['schemas']['User'] | null;
      /** @description With `include=estimated_date`: when it is expected to be done, as `YYYY-MM-DD`; `""`: unknown. */
      estimated_date?: string;
      /**
       * Format: date-time
       * @description With `include=updated_at`: time of the last change. Votes, comments and metadata are none.
       */
      updated_at?: string;
      /**
       * Format: date-time
       * @description With `include=status_changed_at`: time of the last change of the status, or of the submission.
       */
      status_changed_at?: string;
      /** @description With `include=status_changes`: the last hundred, oldest first. */
      status_changes?: components['schemas']['FormerStatus'][];
      /** @description With `include=merged_ids`: ids of the feedback that is merged into it. */
      merged_ids?: string[];
      /** @description With `include=response`: the newest official response, also to feedback that is merged into it; `null` if there is none. */
      response?: components['schemas']['Comment'] | null;
      /**
       * @description With `include=approval`: whether it has been approved. Other feedback is visible to its author and to editors only.
       * @enum {string}
       */
      approval?: 'approved' | 'pending' | 'rejected';
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=pinned`: whether front ends show it before other feedback. */
      pinned?: boolean;
      /** @description With `include=comments_locked`: whether only editors can comment. */
      comments_locked?: boolean;
      /** @description With `include=viewer`: what concerns the caller. */
      viewer?: components['schemas']['FeedbackViewer'];
      /** @description With `include=source`: where it was imported from; `null` if it was not imported. */
      source?: components['schemas']['FeedbackSource'] | null;
      /** @description With `include=metadata`: its metadata. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description With `include=revenue`, for editors: revenue of the companies that want it. */
      revenue?: number;
      /** @description With `include=companies`, for editors: number of companies that want it. */
      companies?: number;
    };
    /** @description Feedback was submitted, or approved for the first time if it had to wait. */
    FeedbackCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description Feedback was deleted. `data` is its last state. */
    FeedbackDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A link between a changelog entry and feedback. */
    FeedbackLink: {
      /**
       * Format: uuid
       * @description Id of the changelog entry.
       */
      changelog_id: string;
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      feedback_id: string;
    };
    /** @description Other feedback was merged into this one. `previous.merged_id` is the id of the merged feedback. */
    FeedbackMergedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.merged';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['MergedFeedback'];
    };
    /** @description The metadata of feedback changed. */
    FeedbackMetadataUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.metadata_updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackReference'];
      previous: components['schemas']['PreviousMetadata'];
    };
    /** @description Feedback waits for approval. */
    FeedbackPendingEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.pending';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['Nothing'];
    };
    /** @description Feedback. */
    FeedbackReference: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      feedback_id: string;
    };
    /** @description Feedback at the time of an event. */
    FeedbackSnapshot: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the user who submitted the feedback.
       */
      user_id: string;
      /** @description The user who submitted the feedback. */
      user: components['schemas']['User'];
      /** @description Title, a single line. */
      title: string;
      /** @description Full text of the feedback. Plain text or Markdown, stored as sent. */
      description: string;
      /** @description Tags of the feedback, sorted by name. */
      tags: components['schemas']['Tag'][];
      /** @description Key of a status of the project, set by editors. All transitions are allowed. */
      status: string;
      /** @description Number of users who voted for the feedback or for what is merged into it, and of votes that were imported without their voters. */
      upvotes: number;
      /** @description Number of approved comments, with those on feedback that is merged into it, and without internal ones. */
      comment_count: number;
      /**
       * Format: date-time
       * @description Time of submission.
       */
      created_at: string;
      /** @description Slug of the board that it is on; empty if it is on none. */
      board: string;
      /** @description Values of fields of the project, by their keys; without those that are not set. */
      fields: {
        [key: string]: string | number | boolean | string[];
      };
      /** @description The user who takes care of it; `null`: nobody. */
      assignee: components['schemas']['User'] | null;
      /** @description When it is expected to be done, as `YYYY-MM-DD`; `""`: unknown. */
      estimated_date: string;
      /**
       * Format: date-time
       * @description Time of the last change. Votes, comments and metadata are none.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time of the last change of the status, or of the submission.
       */
      status_changed_at: string;
      /** @description Ids of the feedback that is merged into it. */
      merged_ids: string[];
      /** @description The newest official response; `null` if there is none. */
      response: components['schemas']['Comment'] | null;
      /** @description The files that are attached to it. */
      attachments: components['schemas']['Attachment'][];
      /**
       * @description Whether it has been approved.
       * @enum {string}
       */
      approval: 'approved' | 'pending' | 'rejected';
      /** @description Whether front ends show it before other feedback. */
      pinned: boolean;
      /** @description Whether only editors can comment. */
      comments_locked: boolean;
      /** @description Where it was imported from; `null` if it was not imported. */
      source: components['schemas']['FeedbackSource'] | null;
      /** @description Its metadata. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Revenue of the companies that want it, together. */
      revenue: number;
      /** @description Number of companies that want it. */
      companies: number;
    };
    /** @description Where feedback was imported from. */
    FeedbackSource: {
      /** @description Name of the system, such as `canny`. */
      name: string;
      /** @description Its id in that system. */
      external_id: string;
    };
    /** @description Counts of the feedback of a project. Merged feedback is excluded. */
    FeedbackStats: {
      /** @description Number of feedback records. */
      total: number;
      /** @description Number of feedback records by the key of the status. Contains all statuses of the project, in their order. */
      by_status: {
        [key: string]: number;
      };
      /** @description Number of feedback records by the kind of the status. */
      by_status_kind: {
        /** @description Number of feedback records with a status of the kind `open`. */
        open: number;
        /** @description Number of feedback records with a status of the kind `planned`. */
        planned: number;
        /** @description Number of feedback records with a status of the kind `active`. */
        active: number;
        /** @description Number of feedback records with a status of the kind `done`. */
        done: number;
        /** @description Number of feedback records with a status of the kind `closed`. */
        closed: number;
      };
      /** @description The 100 most used tags, most used first; also tags that are not used. */
      by_tag: components['schemas']['TagStats'][];
    };
    /** @description The status of feedback changed. */
    FeedbackStatusChangedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.status_changed';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['PreviousStatus'];
    };
    /** @description A merge was undone. `data` is the feedback that had been merged. */
    FeedbackUnmergedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.unmerged';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['UnmergedFrom'];
    };
    /** @description The title, description, board, fields, tags, attachments, assignee, estimated date or approval of feedback changed, it was pinned or unpinned, or its comments were locked or unlocked. The first approval is `feedback.created` instead. */
    FeedbackUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['FeedbackSnapshot'];
      previous: components['schemas']['PreviousFeedback'];
    };
    /** @description A user removed their vote. */
    FeedbackUpvoteRemovedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.upvote_removed';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Vote'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A user voted for feedback. */
    FeedbackUpvotedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'feedback.upvoted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Vote'];
      previous: components['schemas']['Nothing'];
    };
    /** @description What concerns the caller of a request for feedback. */
    FeedbackViewer: {
      /** @description Whether the caller voted for it, or for feedback merged into it. */
      voted: boolean;
      /** @description Whether the caller is subscribed to it, or to feedback merged into it. Votes, comments and assignments subscribe within a second. */
      subscribed: boolean;
      /** @description Whether the caller can update and delete it with this token. */
      can_edit: boolean;
    };
    /** @description A field was defined. */
    FieldCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'field.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CustomField'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A field was deleted, after its values had been removed. */
    FieldDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'field.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CustomField'];
      previous: components['schemas']['Nothing'];
    };
    /** @description An invalid field of the body, given by `pointer`, or an invalid `parameter`. */
    FieldError: {
      /** @description The position in the body: a JSON Pointer (RFC 6901). */
      pointer?: string;
      /** @description The name of the parameter in the path or query. */
      parameter?: string;
      /**
       * @description A stable code. New codes may be added; treat an unknown one as invalid input.
       * @enum {string}
       */
      code:
        | 'required'
        | 'unknown'
        | 'invalid_type'
        | 'invalid_unicode'
        | 'blank'
        | 'too_long'
        | 'too_many'
        | 'invalid_choice'
        | 'invalid_uuid'
        | 'invalid_timestamp'
        | 'invalid_url_scheme'
        | 'repeated'
        | 'comma_separated'
        | 'unknown_include'
        | 'invalid_limit'
        | 'invalid_cursor'
        | 'invalid_email'
        | 'reserved_email_domain'
        | 'email_taken'
        | 'in_the_past'
        | 'token_too_powerful'
        | 'not_found'
        | 'invalid_slug'
        | 'slug_taken'
        | 'invalid_host_name'
        | 'invalid_url'
        | 'invalid_url_template'
        | 'invalid_status_key'
        | 'unknown_status'
        | 'invalid_color'
        | 'unknown_tag'
        | 'tag_name_taken'
        | 'reserved_slug'
        | 'unknown_board'
        | 'unknown_company'
        | 'invalid_field_key'
        | 'reserved_key'
        | 'unknown_field'
        | 'field_in_use'
        | 'not_taken'
        | 'no_range'
        | 'not_sortable'
        | 'chat_without_webhook'
        | 'insufficient_role'
        | 'already_member'
        | 'too_large'
        | 'unknown_attachment'
        | 'attached_elsewhere'
        | 'status_unchanged'
        | 'invalid_date'
        | 'feedback_merged'
        | 'merge_target'
        | 'nested_reply'
        | 'internal_parent'
        | 'exclusive'
        | 'relevance_needs_q'
        | 'out_of_range'
        | 'private_target'
        | 'invalid_time_zone'
        | 'invalid_locale'
        | 'unknown_event';
      /** @description An explanation for people, which may change. */
      detail: string;
    };
    /** @description The definition of a field changed. */
    FieldUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'field.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['CustomField'];
      previous: components['schemas']['PreviousCustomFieldValues'];
    };
    /** @description A change of the status, in the record of feedback. */
    FormerStatus: {
      /** @description Key of the former status, maybe deleted since. */
      from: string;
      /** @description Key of the new status, maybe deleted since. */
      to: string;
      /** @description Id of the comment that explains the change; `""` if there is none. */
      comment_id: string;
      /**
       * Format: date-time
       * @description Time of the change.
       */
      created_at: string;
    };
    /** @description All is well. */
    Health: {
      /** @constant */
      status: 'ok';
    };
    /** @description An import of a file into a project. */
    Import: {
      /**
       * Format: uuid
       * @description Id of the import.
       */
      id: string;
      /** @description The tool that the records are from; `fcs` is this service. */
      source: string;
      /**
       * @description The state. `completed` and `failed` are final.
       * @enum {string}
       */
      state: 'queued' | 'running' | 'completed' | 'failed';
      /** @description Whether nothing is stored. */
      dry_run: boolean;
      /** @description The progress. */
      progress: components['schemas']['ImportProgress'];
      /**
       * Format: date-time
       * @description Time of the upload.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the end, or `null`.
       */
      finished_at: string | null;
    };
    /** @description An import has ended: `state` is `completed` or `failed`. */
    ImportCompletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'import.completed';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Import'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A line of the report of an import. */
    ImportNote: {
      /** @description Line of the file; 0 for the whole file. */
      line: number;
      /**
       * @description The kind of the record, or `''` if the note is not about one.
       * @enum {string}
       */
      kind:
        | ''
        | 'project'
        | 'former_slug'
        | 'project_settings'
        | 'status'
        | 'board'
        | 'company'
        | 'field'
        | 'person'
        | 'external_id'
        | 'member'
        | 'tag'
        | 'feedback'
        | 'vote'
        | 'comment'
        | 'status_change'
        | 'changelog'
        | 'link'
        | 'subscription'
        | 'attachment';
      /** @description The id, key or slug of the record in its source, or the id of its feedback; `''` if it has none, and for people. */
      external_id: string;
      /** @description The title or the name of the record; `''` if it has neither, and for people. */
      title: string;
      /** @description A stable code. */
      code: string;
      /** @description An explanation. */
      detail: string;
    };
    /** @description Numbers of records of the file. */
    ImportProgress: {
      /** @description Records that have been read. */
      read: number;
      /** @description Records that were created. */
      created: number;
      /** @description Records that existed and have changed. */
      updated: number;
      /** @description Records that existed and have not changed. */
      skipped: number;
      /** @description Records that could not be imported. */
      failed: number;
    };
    /** @description Feedback that an entry is linked to. */
    LinkedFeedback: {
      /**
       * Format: uuid
       * @description Id of the feedback, or of the target if it is merged.
       */
      id: string;
      /** @description Title of the feedback. */
      title: string;
      /** @description Status of the feedback. */
      status: string;
    };
    /** @description An e-mail address that no mail is sent to. */
    MailSuppression: {
      /** @description The address as it was added. */
      email: string;
      /**
       * @description `refused`: by its mail server. `manual`: an instance admin added it.
       * @enum {string}
       */
      reason: 'refused' | 'manual';
      /**
       * Format: date-time
       * @description When it was added.
       */
      created_at: string;
    };
    MarkNotificationsReadRequest: {
      /** @description Ids of the notifications. Unknown ones are ignored. Required without `before`. */
      ids?: string[];
      /**
       * Format: date-time
       * @description Marks all notifications that were created before this time. Not together with `ids`.
       */
      before?: string;
    };
    /** @description The caller and the token in use. */
    Me: {
      /** @description The caller. */
      user: components['schemas']['User'];
      /** @description Whether the user is an instance admin, who is owner of every project and manages users. */
      instance_admin: boolean;
      /** @description The token of the request. */
      token: {
        /** @description Id of the token; empty for a token of an identity provider. */
        id: string;
        /** @description Name of the token, for example its purpose. */
        name: string;
        /**
         * @description Scope. Each scope includes the previous ones.
         * @enum {string}
         */
        scope: 'read' | 'write' | 'admin';
        /** @description Slug of the project that the token is bound to; empty if it is not bound. */
        project: string;
        /**
         * Format: date-time
         * @description Time of expiry; `null` if the token does not expire.
         */
        expires_at: string | null;
      };
    };
    /** @description A member of a project. */
    Member: {
      /** @description The user. */
      user: components['schemas']['User'];
      /**
       * @description Role in the project. Each role includes the previous ones; `blocked` has no access.
       * @enum {string}
       */
      role: 'blocked' | 'viewer' | 'contributor' | 'editor' | 'owner';
      /**
       * Format: date-time
       * @description Time at which the user became a member.
       */
      created_at: string;
    };
    /** @description A member was added. */
    MemberAddedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'member.added';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Member'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A member was removed. */
    MemberRemovedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'member.removed';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Member'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The role of a member changed. */
    MemberUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'member.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Member'];
      previous: components['schemas']['PreviousMember'];
    };
    MergeFeedbackRequest: {
      /**
       * Format: uuid
       * @description Id of the target, which must belong to the same project.
       */
      into: string;
    };
    /** @description The feedback that was merged. */
    MergedFeedback: {
      /** Format: uuid */
      merged_id: string;
    };
    /** @description Fields of your own that are stored with a record: a JSON object of at most 4,096 bytes, `{}` initially. The order of fields is not kept. */
    Metadata: {
      [key: string]: unknown;
    };
    /** @description A new access token with its secret value. */
    NewToken: {
      /**
       * Format: uuid
       * @description Id of the token.
       */
      id: string;
      /** @description Name of the token, for example its purpose. */
      name: string;
      /**
       * Format: uuid
       * @description Id of the user that the token authenticates.
       */
      user_id: string;
      /**
       * @description Scope. Each scope includes the previous ones.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the project that the token is bound to; empty if it is not bound. */
      project: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of expiry; `null` if the token does not expire.
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description Time of the last use, to the minute; `null` if the token has not been used.
       */
      last_used_at: string | null;
      /** @description The secret value to send as `Authorization: Bearer <token>`. It is returned only once. */
      token: string;
    };
    /** @description A webhook with its new secret. */
    NewWebhook: {
      /**
       * Format: uuid
       * @description Id of the webhook.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /** @description URL that events are posted to. */
      url: string;
      /** @description Description, for example the purpose of the webhook. */
      description: string;
      /** @description Types of the events that are sent; `[]` selects all types. */
      event_types: string[];
      /** @description Condition. With `min_upvotes`, `feedback.upvoted` is sent once for each feedback, when it has this number of votes. `{}`: no condition. */
      when: {
        /** @description Minimum number of votes. */
        min_upvotes?: number;
      };
      /** @description Whether events are sent. Setting it to `true` clears `disabled_reason`. */
      enabled: boolean;
      /** @description Reason why the service disabled the webhook; empty if it did not. */
      disabled_reason: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /** @description Secret that signs the messages (Standard Webhooks 1.0). It is returned only once. */
      secret: string;
    };
    /** @description The empty data of a test event. */
    Nothing: Record<string, never>;
    /** @description The changelog entry that a notification is about. */
    NotificationChangelog: {
      /**
       * Format: uuid
       * @description Id of the entry.
       */
      id: string;
      /** @description Title of the entry. */
      title: string;
      /** @description Slug of the entry. */
      slug: string;
    };
    /** @description The feedback that a notification is about. */
    NotificationFeedback: {
      /**
       * Format: uuid
       * @description Id of the feedback; of the target if it is merged.
       */
      id: string;
      /** @description Title of the feedback. */
      title: string;
      /** @description Status of the feedback at the time of the request. */
      status: string;
    };
    /** @description The project of a notification. */
    NotificationProject: {
      /**
       * Format: uuid
       * @description Id of the project.
       */
      id: string;
      /** @description Slug of the project. */
      slug: string;
      /** @description Name of the project. */
      name: string;
    };
    /** @description A user of the project by their id in the own system of the team. */
    Person: {
      /** @description Id in the own system of the team, unique within the project. */
      external_id: string;
      /** @description The user. */
      user: components['schemas']['User'];
      /** @description External id of the company that they belong to; empty if it is none. */
      company: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time at which the profile or the company was last changed through the person.
       */
      updated_at: string;
    };
    /** @description How a user wants to be notified, in all projects. */
    Preferences: {
      /** @description Whether the user is subscribed to feedback that they submit, vote for or comment on, or that is assigned to them. */
      auto_subscribe: boolean;
      /**
       * @description How often the user receives e-mail, where the service sends any: `off`, never.
       * @enum {string}
       */
      mail: 'each' | 'daily' | 'weekly' | 'off';
      /** @description Time zone of the user: a name such as `Europe/Berlin`, or `UTC`. */
      time_zone: string;
      /** @description Language tag of the user, such as `de` or `pt-BR`, for the texts, dates and numbers of e-mail; `""` if none was chosen. Languages that the service does not have are replaced by English. */
      locale: string;
    };
    /** @description Previous values of the changed fields of a board. */
    PreviousBoardValues: {
      slug?: string;
      name?: string;
      description?: string;
      position?: number;
      /** @enum {string} */
      visibility?: 'public' | 'members' | 'own' | 'editors';
      /** @enum {string} */
      submission?: 'contributors' | 'editors';
    };
    /** @description Previous values of the changed fields of a changelog entry. */
    PreviousChangelog: {
      /** Format: uuid */
      id?: string;
      /** Format: uuid */
      project_id?: string;
      /** Format: uuid */
      author_id?: string;
      title?: string;
      slug?: string;
      summary?: string;
      content?: string;
      image?: string;
      /** Format: date-time */
      publish_date?: string;
      published?: boolean;
      tags?: components['schemas']['Tag'][];
      attachments?: components['schemas']['Attachment'][];
      metadata?: {
        [key: string]: unknown;
      };
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description Previous values of the changed fields of a comment. */
    PreviousComment: {
      /** Format: uuid */
      id?: string;
      /** Format: uuid */
      feedback_id?: string;
      /** Format: uuid */
      user_id?: string;
      content?: string;
      /** Format: date-time */
      created_at?: string;
      /** Format: date-time */
      updated_at?: string;
      parent_id?: string;
      /** @enum {string} */
      kind?: 'comment' | 'internal' | 'response';
      /** @enum {string} */
      approval?: 'approved' | 'pending' | 'rejected';
      attachments?: components['schemas']['Attachment'][];
      metadata?: {
        [key: string]: unknown;
      };
      fields?: {
        [key: string]: unknown;
      };
    };
    /** @description Previous values of the changed fields of a company. */
    PreviousCompany: {
      external_id?: string;
      name?: string;
      revenue?: number;
      metadata?: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at?: string;
    };
    /** @description Previous values of the changed fields of a definition. */
    PreviousCustomFieldValues: {
      key?: string;
      name?: string;
      /** @enum {string} */
      type?: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices';
      options?: string[];
      required?: boolean;
      /** @enum {string} */
      set_by?: 'contributors' | 'editors';
      /** @enum {string} */
      visible_to?: 'everyone' | 'editors';
      position?: number;
    };
    /** @description Previous values of the changed fields of feedback. */
    PreviousFeedback: {
      /** Format: uuid */
      id?: string;
      /** Format: uuid */
      project_id?: string;
      /** Format: uuid */
      user_id?: string;
      title?: string;
      description?: string;
      tags?: components['schemas']['Tag'][];
      /** Format: date-time */
      created_at?: string;
      board?: string;
      fields?: {
        [key: string]: string | number | boolean | string[];
      };
      estimated_date?: string;
      attachments?: components['schemas']['Attachment'][];
      /** @enum {string} */
      approval?: 'approved' | 'pending' | 'rejected';
      pinned?: boolean;
      comments_locked?: boolean;
      /** Format: uuid */
      assignee_id?: string;
    };
    /** @description Previous values of the changed fields of a member. */
    PreviousMember: {
      /** @enum {string} */
      role?: 'blocked' | 'viewer' | 'contributor' | 'editor' | 'owner';
      /** Format: date-time */
      created_at?: string;
    };
    /** @description The previous metadata of feedback. */
    PreviousMetadata: {
      metadata: {
        [key: string]: unknown;
      };
    };
    /** @description Previous values of the changed fields of a project. */
    PreviousProject: {
      /** Format: uuid */
      id?: string;
      name?: string;
      slug?: string;
      icon?: string;
      icon_radius?: string;
      og_image?: string;
      /** Format: date-time */
      created_at?: string;
    };
    /** @description Previous values of the changed fields of a configuration. */
    PreviousProjectConfig: {
      /** Format: uuid */
      id?: string;
      /** Format: uuid */
      project_id?: string;
      changelog_preview_style?: string;
      changelog_social_handle?: string;
      custom_domain?: string;
      custom_domain_verified?: boolean;
      integration_chat_role_id?: string;
      integration_chat_status?: boolean;
      integration_chat_webhook?: string;
      /** Format: date-time */
      created_at?: string;
    };
    /** @description Previous values of the changed fields of settings. */
    PreviousProjectSettings: {
      /** @enum {string} */
      signed_in?: '' | 'viewer' | 'contributor';
      public_feedback?: boolean;
      public_changelog?: boolean;
      public_names?: boolean;
      /** @enum {string} */
      approval?: 'off' | 'first' | 'all';
      feedback_url?: string;
      changelog_url?: string;
      mail_name?: string;
      mail_reply_to?: string;
    };
    /** @description The previous status of feedback. */
    PreviousStatus: {
      status: string;
    };
    /** @description Previous values of the changed fields of a status. */
    PreviousStatusValues: {
      key?: string;
      name?: string;
      color?: string;
      /** @enum {string} */
      kind?: 'open' | 'planned' | 'active' | 'done' | 'closed';
      position?: number;
      on_roadmap?: boolean;
    };
    /** @description Previous values of the changed fields of a tag. */
    PreviousTag: {
      name?: string;
      color?: string;
    };
    /** @description Problem details (RFC 9457). Branch on `code`; `detail` is for people. */
    Problem: {
      /**
       * Format: uri-reference
       * @description URL of the page about `code`: absolute if the service knows its public URL, and otherwise relative to the URL of the request.
       */
      type: string;
      /** @description The name of the status. */
      title: string;
      /** @description The status. */
      status: number;
      /** @description An explanation for people, which may change. */
      detail: string;
      /**
       * @description A stable code. New codes may be added; treat an unknown one according to its status, and one of 5xx like `outcome_unknown`.
       * @enum {string}
       */
      code:
        | 'body_not_taken'
        | 'malformed_url'
        | 'invalid_input'
        | 'internal_error'
        | 'shutting_down'
        | 'database_unavailable'
        | 'invalid_request'
        | 'token_required'
        | 'invalid_token'
        | 'user_not_provisioned'
        | 'identity_provider_unavailable'
        | 'insufficient_scope'
        | 'precondition_failed'
        | 'token_not_found'
        | 'rate_limited'
        | 'outcome_unknown'
        | 'too_many_parallel_reads'
        | 'token_bound_to_project'
        | 'empty_body'
        | 'malformed_json'
        | 'incomplete_body'
        | 'too_deep'
        | 'too_many_values'
        | 'invalid_idempotency_key'
        | 'idempotency_key_not_allowed'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'unsupported_content_encoding'
        | 'users_managed_elsewhere'
        | 'last_owner'
        | 'last_instance_admin'
        | 'token_too_powerful'
        | 'too_many_tokens'
        | 'instance_admin_required'
        | 'idempotency_key_in_use'
        | 'idempotency_key_reused'
        | 'idempotency_access_changed'
        | 'user_not_found'
        | 'email_taken'
        | 'slug_taken'
        | 'project_not_found'
        | 'project_renamed'
        | 'insufficient_role'
        | 'changes_unfinished'
        | 'custom_domain_missing'
        | 'custom_domain_unverified'
        | 'custom_domain_taken'
        | 'status_not_found'
        | 'last_open_status'
        | 'too_many_statuses'
        | 'status_in_use'
        | 'board_not_found'
        | 'too_many_boards'
        | 'board_in_use'
        | 'tag_not_found'
        | 'tag_name_taken'
        | 'field_not_found'
        | 'field_managed_elsewhere'
        | 'too_many_fields'
        | 'field_in_use'
        | 'already_member'
        | 'member_not_found'
        | 'person_not_found'
        | 'company_not_found'
        | 'unsupported_attachment'
        | 'too_many_unattached'
        | 'storage_unavailable'
        | 'too_many_uploads'
        | 'attachment_not_found'
        | 'feedback_merged'
        | 'merge_target'
        | 'feedback_not_found'
        | 'not_approved'
        | 'merge_refused'
        | 'feedback_not_merged'
        | 'upvote_not_found'
        | 'comments_locked'
        | 'too_many_replies'
        | 'comment_not_found'
        | 'duplicate_not_found'
        | 'changelog_not_found'
        | 'too_many_links'
        | 'events_gone'
        | 'too_many_webhooks'
        | 'webhook_not_found'
        | 'delivery_not_found'
        | 'webhook_disabled'
        | 'too_many_exports'
        | 'too_many_imports'
        | 'import_not_found'
        | 'not_subscribed'
        | 'suppression_not_found'
        | 'mail_not_configured'
        | 'route_not_found'
        | 'method_not_allowed'
        | 'untrusted_origin'
        | 'malformed_request'
        | 'invalid_host'
        | 'headers_too_large'
        | 'request_timeout'
        | 'expectation_failed'
        | 'method_not_implemented';
      /** @description The `X-Request-Id` of the response. */
      request_id: string;
      /** @description All invalid fields and parameters. */
      errors?: components['schemas']['FieldError'][];
    };
    /** @description A project, which contains feedback and a changelog. */
    Project: {
      /**
       * Format: uuid
       * @description Id of the project. It does not change with the slug.
       */
      id: string;
      /** @description Name of the project. */
      name: string;
      /** @description Slug of the project, used in paths. A former slug redirects until another project takes it. */
      slug: string;
      /** @description Icon: a URL, a `data:image/…` URL or an emoji. */
      icon: string;
      /** @description Corner radius of the icon: free text, such as a CSS class. */
      icon_radius: string;
      /** @description Picture for link previews (Open Graph): a URL or a `data:image/…` URL. */
      og_image: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    /** @description The configuration of a project: changelog, custom domain and chat. */
    ProjectConfig: {
      /**
       * Format: uuid
       * @description Id of the configuration.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /** @description Style of changelog previews: free text. */
      changelog_preview_style: string;
      /** @description Social media handle that changelogs mention. */
      changelog_social_handle: string;
      /** @description Custom domain, in lowercase. A changed domain must be verified again. */
      custom_domain: string;
      /** @description Whether the ownership of the domain is verified. */
      custom_domain_verified: boolean;
      /** @description Id of the role that chat messages mention. */
      integration_chat_role_id: string;
      /** @description Whether news is posted to the chat. */
      integration_chat_status: boolean;
      /** @description URL that news is posted to. It is a secret: only owners with the scope `admin` can read it, all others read `********`. Sending `********` leaves it unchanged. */
      integration_chat_webhook: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    /** @description The configuration of a project changed. */
    ProjectConfigUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'project.config_updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ProjectConfig'];
      previous: components['schemas']['PreviousProjectConfig'];
    };
    /** @description A project was created. */
    ProjectCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'project.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Project'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The metadata of a project changed. */
    ProjectMetadataUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'project.metadata_updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ProjectReference'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A project. */
    ProjectReference: {
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
    };
    /** @description Who can access a project without being a member, and where its team shows records. */
    ProjectSettings: {
      /**
       * @description Role of every authenticated person who is not a member; `""`: none, and 404.
       * @enum {string}
       */
      signed_in: '' | 'viewer' | 'contributor';
      /** @description Whether feedback can be read without a token, under `/public/v1`. */
      public_feedback: boolean;
      /** @description Whether published changelog entries, under `/public/v1`, and the feeds can be read without a token. */
      public_changelog: boolean;
      /** @description Whether public records show `full_name` and `avatar_url` of authors. */
      public_names: boolean;
      /**
       * @description Which feedback and comments wait for approval: none (`off`), contributions of people who have nothing approved yet (`first`), or `all`. Contributions of editors never wait.
       * @enum {string}
       */
      approval: 'off' | 'first' | 'all';
      /** @description Template of the URLs at which the team's own site shows feedback. `{id}` stands for the id. `""`: there is none. */
      feedback_url: string;
      /** @description Template of the URLs at which the team's own site shows changelog entries. `{id}` and `{slug}` stand for the id and slug of the entry. `""`: there is none. */
      changelog_url: string;
      /** @description Name of the sender of e-mails. `""`: the name of the project. */
      mail_name: string;
      /** @description E-mail address that replies to e-mails go to. `""`: the address of the sender. */
      mail_reply_to: string;
    };
    /** @description The settings of a project changed. */
    ProjectSettingsUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'project.settings_updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['ProjectSettings'];
      previous: components['schemas']['PreviousProjectSettings'];
    };
    /** @description The name, slug or a picture of a project changed. */
    ProjectUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'project.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Project'];
      previous: components['schemas']['PreviousProject'];
    };
    /** @description Protected resource metadata (RFC 9728). */
    ProtectedResource: {
      /** @description URL of this API. */
      resource: string;
      /** @description Issuers whose access tokens are accepted. Absent if only tokens of this service are. */
      authorization_servers?: string[];
      /** @description The scopes of this API. */
      scopes_supported: ('read' | 'write' | 'admin')[];
      /** @description How a token is sent. */
      bearer_methods_supported: string[];
    };
    /** @description A published changelog entry as everyone can read it. */
    PublicChangelog: {
      /**
       * Format: uuid
       * @description Id of the changelog entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /** @description Title, a single line. */
      title: string;
      /** @description Permalink, unique within the project. Generated from the initial title; does not change with the title. */
      slug: string;
      /** @description Short summary. */
      summary: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published: boolean;
      /** @description With `include=tags`: its tags, sorted by name. */
      tags?: components['schemas']['Tag'][];
      /** @description With `include=feedback`: the feedback that it is linked to, oldest first. */
      feedback?: components['schemas']['LinkedFeedback'][];
      /** @description The author, if `public_names` is set. */
      author?: components['schemas']['PublicUser'];
    };
    /** @description A comment as everyone can read it. */
    PublicComment: {
      /**
       * Format: uuid
       * @description Id of the comment.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the feedback that it was written on, which may be merged into the one that lists it.
       */
      feedback_id: string;
      /** @description Plain text or Markdown, stored as sent. */
      content: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last update; equals `created_at` if there was none.
       */
      updated_at: string;
      /** @description Id of the comment that it replies to; empty for a top-level one. */
      parent_id: string;
      /**
       * @description `internal`: for editors only, not part of `comment_count`; `response`: an official answer of the team.
       * @enum {string}
       */
      kind: 'comment' | 'internal' | 'response';
      /**
       * @description Whether it has been approved. Others are visible to their author and to editors only, and not part of `comment_count`.
       * @enum {string}
       */
      approval: 'approved' | 'pending' | 'rejected';
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=by_team`: whether the author is an editor or owner. */
      by_team?: boolean;
      /** @description The author, if `public_names` is set. */
      user?: components['schemas']['PublicUser'];
    };
    /** @description Feedback as everyone can read it. */
    PublicFeedback: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /** @description Title, a single line. */
      title: string;
      /** @description Full text of the feedback. Plain text or Markdown, stored as sent. */
      description: string;
      /** @description Tags of the feedback, sorted by name. */
      tags: components['schemas']['Tag'][];
      /** @description Key of a status of the project, set by editors. All transitions are allowed. */
      status: string;
      /** @description Number of users who voted for the feedback or for what is merged into it, and of votes that were imported without their voters. */
      upvotes: number;
      /** @description Number of approved comments, with those on feedback that is merged into it, and without internal ones. */
      comment_count: number;
      /**
       * Format: date-time
       * @description Time of submission.
       */
      created_at: string;
      /** @description With `include=board`: slug of the board that it is on; empty if it is on none. */
      board?: string;
      /** @description With `include=fields`: the values of fields of the project that the caller can see, by their keys; without those that are not set. */
      fields?: {
        [key: string]: string | number | boolean | string[];
      };
      /** @description With `include=estimated_date`: when it is expected to be done, as `YYYY-MM-DD`; `""`: unknown. */
      estimated_date?: string;
      /**
       * Format: date-time
       * @description With `include=updated_at`: time of the last change. Votes, comments and metadata are none.
       */
      updated_at?: string;
      /**
       * Format: date-time
       * @description With `include=status_changed_at`: time of the last change of the status, or of the submission.
       */
      status_changed_at?: string;
      /** @description With `include=status_changes`: the last hundred, oldest first. */
      status_changes?: components['schemas']['FormerStatus'][];
      /** @description With `include=merged_ids`: ids of the feedback that is merged into it. */
      merged_ids?: string[];
      /** @description With `include=attachments`: the files that are attached to it. */
      attachments?: components['schemas']['Attachment'][];
      /** @description With `include=pinned`: whether front ends show it before other feedback. */
      pinned?: boolean;
      /** @description With `include=comments_locked`: whether only editors can comment. */
      comments_locked?: boolean;
      /** @description The user who submitted it, if `public_names` is set. */
      user?: components['schemas']['PublicUser'];
    };
    /** @description A status on the roadmap with its feedback, as everyone can read it. */
    PublicRoadmapColumn: {
      /** @description The status. */
      status: components['schemas']['Status'];
      /** @description Number of feedback records with the status. */
      count: number;
      /** @description The first of them. */
      feedback: components['schemas']['PublicFeedback'][];
    };
    /** @description A user as records show it that everyone can read. */
    PublicUser: {
      /** @description Full name. */
      full_name: string;
      /** @description URL of the picture. */
      avatar_url: string;
    };
    PutBoardRequest: {
      /** @description Name. A new board is named after its slug by default. */
      name?: string;
      /** @description What belongs on the board. Plain text or Markdown. */
      description?: string;
      /** @description Place. A new board is the last one by default. */
      position?: number;
      /**
       * @description Who sees the feedback on the board. A new board has `public` by default.
       * @enum {string}
       */
      visibility?: 'public' | 'members' | 'own' | 'editors';
      /**
       * @description Who can submit feedback to the board. A new board has `contributors` by default.
       * @enum {string}
       */
      submission?: 'contributors' | 'editors';
    };
    PutCompanyRequest: {
      /** @description Name. A new company has its id as name by default. */
      name?: string;
      /** @description What the company pays, in a unit that the team chooses. 0 by default in a new company. */
      revenue?: number;
      /** @description Metadata, which replaces the former. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    PutFieldRequest: {
      /** @description Name. A new field is named after its key by default. */
      name?: string;
      /**
       * @description Type of the values. It cannot change while feedback has values. Default: `text`.
       * @enum {string}
       */
      type?: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices';
      /** @description The values to choose from, in their order. Required for the types `choice` and `choices`, and not accepted for others. An option that feedback has cannot be removed. */
      options?: string[];
      /** @description Whether contributors must set it when they submit feedback. Default: `false`. */
      required?: boolean;
      /**
       * @description Who can set the values: `contributors` (the default) or `editors`.
       * @enum {string}
       */
      set_by?: 'contributors' | 'editors';
      /**
       * @description Who can see the field and its values: `everyone` (the default) or `editors`. Contributors set no field that they cannot see.
       * @enum {string}
       */
      visible_to?: 'everyone' | 'editors';
      /** @description Place. A new field is the last one by default. */
      position?: number;
    };
    PutPersonRequest: {
      /** @description E-mail address. Without one, a new person gets a placeholder that ends in `@users.invalid`. */
      email?: string;
      /** @description Full name. */
      full_name?: string;
      /** @description URL of the picture. */
      avatar_url?: string;
      /** @description External id of the company that the person belongs to; empty for none. */
      company?: string;
    };
    PutStatusRequest: {
      /** @description Name. A new status is named after its key by default. */
      name?: string;
      /** @description Color. A new status has `#6b7280` by default. */
      color?: string;
      /**
       * @description Meaning. A new status has `open` by default.
       * @enum {string}
       */
      kind?: 'open' | 'planned' | 'active' | 'done' | 'closed';
      /** @description Place. A new status is the last one by default. */
      position?: number;
      /** @description A new status is not on the roadmap by default. */
      on_roadmap?: boolean;
    };
    PutTagRequest: {
      /** @description Color of the tag. A new tag has `#6b7280` by default. */
      color?: string;
      /** @description Name of the tag, unique within the project (case-insensitive). */
      name?: string;
    };
    ReplaceMetadataRequest: {
      [key: string]: unknown;
    };
    /** @description A status on the roadmap with its feedback. */
    RoadmapColumn: {
      /** @description The status. */
      status: components['schemas']['Status'];
      /** @description Number of feedback records with the status. */
      count: number;
      /** @description The first of them. */
      feedback: components['schemas']['Feedback'][];
    };
    SetMemberRoleRequest: {
      /**
       * @description Role in the project. Each role includes the previous ones; `blocked` has no access.
       * @enum {string}
       */
      role?: 'blocked' | 'viewer' | 'contributor' | 'editor' | 'owner';
    };
    /** @description A status that feedback of a project can have. */
    Status: {
      /** @description What feedback has as its `status`; unique within the project. */
      key: string;
      /** @description Name of the status. */
      name: string;
      /** @description CSS hex color. */
      color: string;
      /**
       * @description What the status means. New feedback gets the first status of the kind `open`.
       * @enum {string}
       */
      kind: 'open' | 'planned' | 'active' | 'done' | 'closed';
      /** @description Place among the statuses; equal places are ordered by key. */
      position: number;
      /** @description Whether the roadmap contains feedback with this status. */
      on_roadmap: boolean;
    };
    /** @description A change of the status of feedback. */
    StatusChange: {
      /**
       * Format: uuid
       * @description Id of the change.
       */
      id: string;
      /** @description Key of the former status, maybe deleted since. */
      from: string;
      /** @description Key of the new status, maybe deleted since. */
      to: string;
      /** @description The user who changed it. */
      user: components['schemas']['User'];
      /** @description Id of the comment that explains the change; `""` if there is none. */
      comment_id: string;
      /**
       * Format: date-time
       * @description Time of the change.
       */
      created_at: string;
    };
    /** @description A status was created. */
    StatusCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'status.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Status'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A status was deleted, after its feedback had got another one. */
    StatusDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'status.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Status'];
      previous: components['schemas']['Nothing'];
    };
    /** @description The name, color, kind or place of a status changed. */
    StatusUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'status.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Status'];
      previous: components['schemas']['PreviousStatusValues'];
    };
    SubmitFeedbackRequest: {
      /** @description Id of the user on whose behalf the editor acts; `me`, the default, stands for the caller. */
      user_id?: string;
      /** @description Alternative to `user_id`: the user with this external id or e-mail address, who is registered if there is none. */
      user?: components['schemas']['UserReference'];
      /** @description Title, a single line. */
      title: string;
      /** @description Full text of the feedback. Plain text or Markdown, stored as sent. */
      description?: string;
      /** @description Tags, given by their names, or as records whose name is used. Setting tags requires the role `editor`. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Key of a status of the project, set by editors. All transitions are allowed. */
      status?: string;
      /** @description Slug of a board that the caller can see; empty, the default, for none. Some boards require the role `editor`. */
      board?: string;
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
      /**
       * Format: date-time
       * @description Time of submission. Defaults to the current time. Setting it requires the role `editor`.
       */
      created_at?: string;
      /** @description Id of the member who takes care of it; `me` stands for the caller, `""` for nobody. Setting it requires the role `editor`. */
      assignee_id?: string;
      /** @description When it is expected to be done, or `""`. Setting it requires the role `editor`. */
      estimated_date?: unknown | '';
      /**
       * @description Whether it has been approved. Setting it requires the role `editor`. Feedback that others are merged into cannot be rejected.
       * @enum {string}
       */
      approval?: 'approved' | 'pending' | 'rejected';
      /** @description Whether front ends show it before other feedback. Setting it requires the role `editor`. */
      pinned?: boolean;
      /** @description Whether only editors can comment. Setting it requires the role `editor`. */
      comments_locked?: boolean;
      /** @description Values of fields of the project, by their keys. Contributors must set those that are required, and can set those with `set_by: contributors`. */
      fields?: {
        [key: string]: unknown;
      };
      /** @description Metadata. Setting it requires the role `editor`. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    SubscribeByMailRequest: {
      /** @description E-mail address of the subscriber. */
      email: string;
    };
    /** @description A user who is subscribed to feedback or to a changelog. */
    Subscriber: {
      /** @description The user who is subscribed. */
      user: components['schemas']['User'];
      /**
       * Format: date-time
       * @description Time of the subscription.
       */
      created_at: string;
    };
    /** @description A label for the feedback and the changelog entries of a project. */
    Tag: {
      /** @description Name of the tag, unique within the project (case-insensitive). */
      name: string;
      /** @description CSS hex color. */
      color: string;
    };
    /** @description A tag was created. */
    TagCreatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'tag.created';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Tag'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A tag was deleted and removed from all feedback and changelog entries. */
    TagDeletedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'tag.deleted';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Tag'];
      previous: components['schemas']['Nothing'];
    };
    /** @description A tag and how often it is used. */
    TagStats: {
      /** @description Name of the tag, unique within the project (case-insensitive). */
      name: string;
      /** @description CSS hex color. */
      color: string;
      /** @description Number of feedback records with this tag. */
      count: number;
    };
    /** @description The name or color of a tag changed. */
    TagUpdatedEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'tag.updated';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Tag'];
      previous: components['schemas']['PreviousTag'];
    };
    TestWebhookRequest: {
      /** @description Type of the event whose example is sent; `webhook.test` if omitted. */
      type?: string;
    };
    /** @description An access token, without its secret value. */
    Token: {
      /**
       * Format: uuid
       * @description Id of the token.
       */
      id: string;
      /** @description Name of the token, for example its purpose. */
      name: string;
      /**
       * Format: uuid
       * @description Id of the user that the token authenticates.
       */
      user_id: string;
      /**
       * @description Scope. Each scope includes the previous ones.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the project that the token is bound to; empty if it is not bound. */
      project: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of expiry; `null` if the token does not expire.
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description Time of the last use, to the minute; `null` if the token has not been used.
       */
      last_used_at: string | null;
    };
    /** @description The feedback from which feedback was separated. */
    UnmergedFrom: {
      /** Format: uuid */
      merged_into: string;
    };
    /** @description How many notifications of the caller are unread. */
    UnreadNotifications: {
      /** @description Number of unread notifications, at most 100: 100 stands for 100 or more. */
      unread_count: number;
    };
    UpdateChangelogRequest: {
      /** @description Title, a single line. */
      title?: string;
      /** @description Short summary. */
      summary?: string;
      /** @description Full text, for example Markdown. Stored as sent. */
      content?: string;
      /** @description Picture: a URL or a `data:image/…` URL. */
      image?: string;
      /** @description A merge patch of the metadata (RFC 7396): `null` removes a member. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description Values of declared fields, by their keys. Omitted ones stay unchanged; `null` removes one. */
      fields?: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Publication date. Until then, only editors can see the entry.
       */
      publish_date?: string;
      /** @description Whether all members can see the entry once `publish_date` is reached. */
      published?: boolean;
      /** @description Tags of the project, given by their names, or as records whose name is used. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
    };
    UpdateDuplicateRequest: {
      /** @description Whether the two are no duplicates. */
      dismissed?: boolean;
    };
    UpdateFeedbackRequest: {
      /** @description Title, a single line. */
      title?: string;
      /** @description Full text of the feedback. Plain text or Markdown, stored as sent. */
      description?: string;
      /** @description Tags, given by their names, or as records whose name is used. Setting tags requires the role `editor`. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /** @description Key of a status of the project, set by editors. All transitions are allowed. */
      status?: string;
      /** @description Slug of a board, or empty for none. Moving feedback requires the role `editor`. */
      board?: string;
      /** @description A comment of the kind `response` that explains the change of the status, stored together with it. Requires another `status`. */
      status_comment?: string;
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
      /** @description Id of the member who takes care of it; `me` stands for the caller, `""` for nobody. Setting it requires the role `editor`. */
      assignee_id?: string;
      /** @description When it is expected to be done, or `""`. Setting it requires the role `editor`. */
      estimated_date?: unknown | '';
      /**
       * @description Whether it has been approved. Setting it requires the role `editor`. Feedback that others are merged into cannot be rejected.
       * @enum {string}
       */
      approval?: 'approved' | 'pending' | 'rejected';
      /** @description Whether front ends show it before other feedback. Setting it requires the role `editor`. */
      pinned?: boolean;
      /** @description Whether only editors can comment. Setting it requires the role `editor`. */
      comments_locked?: boolean;
      /** @description Values of fields of the project, by their keys. Omitted ones stay unchanged; `null` removes one. Some fields require the role `editor`. */
      fields?: {
        [key: string]: unknown;
      };
      /** @description A merge patch of the metadata (RFC 7396): `null` removes a member. It requires the role `editor`. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    UpdateMeRequest: {
      /** @description Full name. */
      full_name?: string;
      /** @description URL of the picture. */
      avatar_url?: string;
    };
    UpdatePreferencesRequest: {
      /** @description Whether taking part in feedback subscribes to it. Existing subscriptions stay unchanged. */
      auto_subscribe?: boolean;
      /**
       * @description How often e-mail is sent: for each event, once a day or a week, or never.
       * @enum {string}
       */
      mail?: 'each' | 'daily' | 'weekly' | 'off';
      /** @description Name of a time zone of the IANA database, such as `Europe/Berlin`, or `UTC`. */
      time_zone?: string;
      /** @description Language tag (BCP 47) of the user, such as `de` or `pt-BR`, for the texts, dates and numbers of e-mail. `""`: the language of the service. */
      locale?: string;
    };
    UpdateProjectConfigRequest: {
      /** @description Style of changelog previews: free text. */
      changelog_preview_style?: string;
      /** @description Social media handle that changelogs mention. */
      changelog_social_handle?: string;
      /** @description Custom domain, in lowercase. A changed domain must be verified again. */
      custom_domain?: string;
      /** @description Id of the role that chat messages mention. */
      integration_chat_role_id?: string;
      /** @description Whether news is posted to the chat. */
      integration_chat_status?: boolean;
      /** @description URL that news is posted to. It is a secret: only owners with the scope `admin` can read it, all others read `********`. Sending `********` leaves it unchanged. */
      integration_chat_webhook?: string;
    };
    UpdateProjectRequest: {
      /** @description Name of the project. */
      name?: string;
      /** @description Slug of the project, used in paths. A former slug redirects until another project takes it. */
      slug?: string;
      /** @description Icon: a URL, a `data:image/…` URL or an emoji. */
      icon?: string;
      /** @description Corner radius of the icon: free text, such as a CSS class. */
      icon_radius?: string;
      /** @description Picture for link previews (Open Graph): a URL or a `data:image/…` URL. */
      og_image?: string;
    };
    UpdateProjectSettingsRequest: {
      /**
       * @description Role of every authenticated person who is not a member; `""`: none, and 404.
       * @enum {string}
       */
      signed_in?: '' | 'viewer' | 'contributor';
      /** @description Whether feedback can be read without a token, under `/public/v1`. */
      public_feedback?: boolean;
      /** @description Whether published changelog entries, under `/public/v1`, and the feeds can be read without a token. */
      public_changelog?: boolean;
      /** @description Whether public records show `full_name` and `avatar_url` of authors. */
      public_names?: boolean;
      /**
       * @description Which feedback and comments wait for approval: none (`off`), contributions of people who have nothing approved yet (`first`), or `all`. Contributions of editors never wait.
       * @enum {string}
       */
      approval?: 'off' | 'first' | 'all';
      /** @description Template of the URLs at which the team's own site shows feedback. `{id}` stands for the id. `""`: there is none. */
      feedback_url?: string;
      /** @description Template of the URLs at which the team's own site shows changelog entries. `{id}` and `{slug}` stand for the id and slug of the entry. `""`: there is none. */
      changelog_url?: string;
      /** @description Name of the sender of e-mails. `""`: the name of the project. */
      mail_name?: string;
      /** @description E-mail address that replies to e-mails go to. `""`: the address of the sender. */
      mail_reply_to?: string;
    };
    UpdateUserRequest: {
      /** @description E-mail address; empty for an anonymized user. */
      email?: string;
      /** @description Full name. */
      full_name?: string;
      /** @description URL of the picture. */
      avatar_url?: string;
      /** @description Whether the user is an instance admin, who is owner of every project and manages users. */
      instance_admin?: boolean;
    };
    UpdateWebhookRequest: {
      /** @description URL that events are posted to. */
      url?: string;
      /** @description Types of the events that are sent; `[]` selects all types. */
      event_types?: string[];
      /** @description Condition, which replaces the current one; `{}` removes it. */
      when?: components['schemas']['WebhookConditionRequest'];
      /** @description Description, for example the purpose of the webhook. */
      description?: string;
      /** @description Whether events are sent. Setting it to `true` clears `disabled_reason`. */
      enabled?: boolean;
    };
    /** @description A vote for feedback. */
    Upvote: {
      /** @description The user who voted. */
      user: components['schemas']['User'];
      /**
       * Format: date-time
       * @description Time of the vote.
       */
      created_at: string;
    };
    /** @description A user: a person or a program. */
    User: {
      /**
       * Format: uuid
       * @description Id of the user.
       */
      id: string;
      /** @description E-mail address; empty for an anonymized user. */
      email: string;
      /** @description Full name. */
      full_name: string;
      /** @description URL of the picture. */
      avatar_url: string;
    };
    /** @description A record of the data about a user. */
    UserData: {
      /** @description What the record is: `account`, `token`, `membership`, `person`, `attachment`, `feedback`, `comment`, `vote`, `changelog`, `import`, `preferences`, `subscription` or `notification`. More may be added. */
      kind: string;
      /** @description The record, as other operations return it, with the id of its project. */
      record: {
        [key: string]: unknown;
      };
    };
    /** @description What happened to something that the caller is subscribed to. */
    UserNotification: {
      /**
       * Format: uuid
       * @description Id of the notification.
       */
      id: string;
      /**
       * @description What happened: the status was changed, with or without a `status_comment`; an official response or a comment was written; the feedback was merged into the one that is shown; a changelog entry was published. More may be added.
       * @enum {string}
       */
      type:
        | 'feedback.status_changed'
        | 'response.created'
        | 'comment.created'
        | 'feedback.merged'
        | 'changelog.published';
      /** @description The project. */
      project: components['schemas']['NotificationProject'];
      /** @description The feedback; for a published entry, the one that the caller is subscribed to; `null` if they are subscribed to the changelog only. */
      feedback: components['schemas']['NotificationFeedback'] | null;
      /** @description The published entry; `null` for other types. */
      changelog: components['schemas']['NotificationChangelog'] | null;
      /** @description Who did it: the author of a comment or response. */
      actor: components['schemas']['User'];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was marked as read; `null` if it is unread.
       */
      read_at: string | null;
    };
    UserReference: {
      /** @description E-mail address of the user (case-insensitive). The user is registered if there is none. Required without `external_id`. */
      email?: string;
      /** @description Id of the user in your own system. If it is unknown, the person is created, with the other fields. If it is known, they are ignored. */
      external_id?: string;
      /** @description Full name, used only if the user is registered. */
      full_name?: string;
      /** @description URL of the picture, used only if the user is registered. */
      avatar_url?: string;
    };
    /** @description A vote that was added or removed. */
    Vote: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      feedback_id: string;
      /**
       * Format: uuid
       * @description Id of the user who voted.
       */
      user_id: string;
      /** @description Number of votes for the feedback after the change. */
      upvotes: number;
    };
    /** @description A URL to which events of a project are posted. */
    Webhook: {
      /**
       * Format: uuid
       * @description Id of the webhook.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /** @description URL that events are posted to. */
      url: string;
      /** @description Description, for example the purpose of the webhook. */
      description: string;
      /** @description Types of the events that are sent; `[]` selects all types. */
      event_types: string[];
      /** @description Condition. With `min_upvotes`, `feedback.upvoted` is sent once for each feedback, when it has this number of votes. `{}`: no condition. */
      when: {
        /** @description Minimum number of votes. */
        min_upvotes?: number;
      };
      /** @description Whether events are sent. Setting it to `true` clears `disabled_reason`. */
      enabled: boolean;
      /** @description Reason why the service disabled the webhook; empty if it did not. */
      disabled_reason: string;
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    WebhookConditionRequest: {
      /** @description Of the events `feedback.upvoted` of each feedback, sends only the first with at least this number of votes. */
      min_upvotes?: number;
    };
    /** @description A test of the webhook was requested. The event is not part of the feed. */
    WebhookTestEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'webhook.test';
      /** Format: date-time */
      timestamp: string;
      /** Format: uuid */
      project_id: string;
      /** Format: uuid */
      actor_id: string;
      data: components['schemas']['Nothing'];
      previous: components['schemas']['Nothing'];
    };
    WriteCommentRequest: {
      /** @description Id of the user on whose behalf the editor acts; `me`, the default, stands for the caller. */
      user_id?: string;
      /** @description Alternative to `user_id`: the user with this external id or e-mail address, who is registered if there is none. */
      user?: components['schemas']['UserReference'];
      /** @description Plain text or Markdown, stored as sent. */
      content: string;
      /** @description Id of the top-level comment that it replies to, on the same feedback. */
      parent_id?: string;
      /**
       * @description `internal` and `response` require the role `editor`. Defaults to `comment`, in a reply to an internal comment to `internal`.
       * @enum {string}
       */
      kind?: 'comment' | 'internal' | 'response';
      /** @description Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only. */
      attachment_ids?: string[];
      /**
       * Format: date-time
       * @description Time of creation, by default now. Setting it requires the role `editor`.
       */
      created_at?: string;
      /** @description Metadata. Setting it requires the role `editor`. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description Values of the fields that the application around the service declares, by their keys. Contributors must set those that are required. */
      fields?: {
        [key: string]: unknown;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  checkLiveness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  checkReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteMe: {
    parameters: {
      query?: {
        /** @description Whether the feedback, comments and votes of the user are kept, with an anonymous user, or deleted. */
        content?: 'keep' | 'delete';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listTokens: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Id of the owner of the tokens. Defaults to the caller (`me`); only instance admins can set another user. */
        user_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the user with this e-mail address (case-insensitive), or an empty list. */
        email?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: {
        /** @description Whether the feedback, comments and votes of the user are kept, with an anonymous user, or deleted. */
        content?: 'keep' | 'delete';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  exportUser: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listProjects: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Whether to list only projects that the caller is a member of. */
        member?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getProjectConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateProjectConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  verifyCustomDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getProjectSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateProjectSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listStatuses: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteStatus: {
    parameters: {
      query?: {
        /** @description Key of the status that feedback with the deleted one gets. Required if there is such feedback. */
        replace_with?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listBoards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getBoard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putBoard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteBoard: {
    parameters: {
      query?: {
        /** @description Slug of the board that the feedback on the deleted one is moved to, or `none`. Required if there is such feedback. */
        move_to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listTags: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTag: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putTag: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteTag: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFields: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getField: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putField: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteField: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getProjectMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceProjectMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the member with this e-mail address (case-insensitive), or an empty list. Requires the role `editor`. */
        email?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  addMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setMemberRole: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPeople: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the people with this e-mail address (case-insensitive), or an empty list. */
        email?: string;
        /** @description Returns the people whose full name contains this text (case-insensitive). */
        q?: string;
        /** @description Returns the people of the company with this external id. */
        company?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putPerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deletePerson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listCompanies: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the companies whose name contains this text (case-insensitive). */
        q?: string;
        /** @description Sort order: by name, or the largest revenue first. */
        sort?: 'name' | 'revenue';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getCompany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putCompany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteCompany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createAttachment: {
    parameters: {
      query?: {
        /** @description Name of the file. Characters that file systems do not accept are replaced, and the extension of the type is appended if it has none of the type. */
        filename?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFeedback: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns feedback with any of these statuses. */
        status?: string[];
        /** @description Returns feedback with statuses of any of these kinds. */
        status_kind?: ('open' | 'planned' | 'active' | 'done' | 'closed')[];
        /** @description Returns feedback on any of these boards; `none` stands for feedback on no board. */
        board?: string[];
        /** @description Returns feedback with all of these tags (case-insensitive). */
        tag?: string[];
        /** @description Filters by fields of the project. `field.{key}` returns feedback with this value, repeated with any of these; `field.{key}.min` and `field.{key}.max` return feedback with a number or date in this range, bounds included. Each is a parameter of its own, for example `field.platform=iOS&field.effort.min=3`. An unknown field returns 400. */
        fields?: {
          [key: string]: string[];
        };
        /** @description Returns feedback created at or after this time. */
        created_after?: string;
        /** @description Returns feedback created before this time. */
        created_before?: string;
        /** @description Returns feedback created or updated at or after this time. Votes and comments are no updates. */
        updated_after?: string;
        /** @description Returns feedback that is expected to be done on this day or later. */
        estimated_after?: string;
        /** @description Returns feedback that is expected to be done before this day. */
        estimated_before?: string;
        /** @description Returns feedback that is pinned, or is not. */
        pinned?: boolean;
        /** @description Returns feedback whose title or description contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words. */
        q?: string;
        /** @description Sort order. `relevance` requires `q`, and `most_revenue` the role `editor`. `field.{key}` sorts by a field of the project, and `field.{key}.desc` in the opposite order; feedback without a value is last in both. An unknown field returns 400, and so does one of the type `choices`. */
        sort?:
          | (
              | 'newest'
              | 'oldest'
              | 'recently_updated'
              | 'most_upvoted'
              | 'most_commented'
              | 'relevance'
              | 'most_revenue'
            )
          | `field.${string}`;
        /** @description Returns feedback that the company with this external id wants: people of it submitted it, voted for it, or did so for feedback merged into it. Requires the role `editor`. */
        company?: string;
        /** @description Returns feedback that this user submitted; `me` stands for the caller. */
        user_id?: string;
        /** @description Returns feedback that this user voted for; `me` stands for the caller. */
        voter_id?: string;
        /** @description Returns feedback that this user takes care of; `me` stands for the caller, `none` for nobody. */
        assignee?: string;
        /** @description Returns the feedback that is merged into the feedback with this id, which other lists exclude. */
        merged_into?: string;
        /** @description Returns the feedback that had this id in the system that it was imported from, or what it is merged into. */
        external_id?: string;
        /** @description Returns feedback that was imported from this source, such as `canny`. */
        source?: string;
        /** @description Returns feedback that waits for approval (`pending`) or was rejected, instead of approved feedback. Editors find all of it, others their own. */
        approval?: 'approved' | 'pending' | 'rejected';
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  bulkUpdateFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  findSimilarFeedback: {
    parameters: {
      query: {
        /** @description The title, which may be incomplete. */
        title: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getFeedbackStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteFeedback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  mergeFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unmergeFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getFeedbackMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceFeedbackMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUpvotes: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createUpvote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getUpvote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  castVote: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  withdrawVote: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listComments: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns comments of this kind. */
        kind?: 'comment' | 'internal' | 'response';
        /** @description Returns the replies to the comment with this id; with an empty value, top-level comments. */
        parent_id?: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createComment: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getComment: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteComment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateComment: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listProjectComments: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns comments of this kind. */
        kind?: 'comment' | 'internal' | 'response';
        /** @description Returns the replies to the comment with this id; with an empty value, top-level comments. */
        parent_id?: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team' | 'metadata' | 'fields')[];
        /** @description Returns comments on the feedback with this id, and on feedback that is merged into it. */
        feedback_id?: string;
        /** @description Returns comments that this user wrote; `me` stands for the caller. */
        user_id?: string;
        /** @description Returns comments created at or after this time. */
        created_after?: string;
        /** @description Returns comments that wait for approval (`pending`) or were rejected, instead of approved comments. Editors find all of them, others their own. */
        approval?: 'approved' | 'pending' | 'rejected';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getRoadmap: {
    parameters: {
      query?: {
        /** @description Maximum number of feedback records of each status. */
        limit?: number;
        /** @description Order within each status. */
        sort?: 'most_upvoted' | 'newest';
        /** @description Returns feedback on any of these boards; `none` stands for feedback on no board. */
        board?: string[];
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listStatusChanges: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFeedbackCompanies: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listDuplicates: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Whether dismissed suggestions are returned instead of open ones. */
        dismissed?: boolean;
        /** @description Sort order. */
        sort?: 'best' | 'newest';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateDuplicate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFeedbackDuplicates: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Whether dismissed suggestions are returned instead of open ones. */
        dismissed?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listChangelogs: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the entry with this slug, or an empty list. */
        slug?: string;
        /** @description Returns entries with all of these tags (case-insensitive). */
        tag?: string[];
        /** @description Returns entries whose `publish_date` is at or after this time. */
        published_after?: string;
        /** @description Returns entries whose `publish_date` is before this time. */
        published_before?: string;
        /** @description Returns entries that are visible to all members (`true`), or drafts and scheduled entries (`false`). */
        published?: boolean;
        /** @description Returns drafts, scheduled entries (published with a `publish_date` in the future), or entries that are visible to all members. */
        state?: 'draft' | 'scheduled' | 'published';
        /** @description Returns entries whose title, summary or content contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words. */
        q?: string;
        /** @description Returns entries created or updated at or after this time. */
        updated_after?: string;
        /** @description Filters by declared fields. `field.{key}` returns entries with this value, repeated with any of these. Each is a parameter of its own, for example `field.audience=staff`. An unknown field returns 400. */
        fields?: {
          [key: string]: string[];
        };
        /** @description Sort order: by `publish_date`, or by the time of the last update. `field.{key}` sorts by a declared field, and `field.{key}.desc` in the opposite order; entries without a value are last in both. An unknown field returns 400, and so does one of the type `choices`. */
        sort?: ('newest' | 'recently_updated') | `field.${string}`;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createChangelog: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getChangelog: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateChangelog: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteChangelog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patchChangelog: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listChangelogFeedback: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkChangelogFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'assignee'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'response'
          | 'attachments'
          | 'approval'
          | 'pinned'
          | 'comments_locked'
          | 'viewer'
          | 'source'
          | 'metadata'
          | 'revenue'
          | 'companies'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlinkChangelogFeedback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listFeedbackChangelogs: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description Id of the last event that was read. Without it, or with `earliest`, the feed starts with the oldest stored event. With `latest`, it starts at its end: the page is empty, and its `Link` leads to the events that follow. */
        after?: string;
        /** @description Returns events of any of these types. */
        type?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  redeliver: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  exportProject: {
    parameters: {
      query?: {
        /** @description `ndjson` for everything, `csv` for the records of one `kind`. */
        format?: 'ndjson' | 'csv';
        /** @description Required for `csv`, and only allowed for it. */
        kind?: 'feedback' | 'vote' | 'comment' | 'changelog' | 'person';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listImports: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  startImport: {
    parameters: {
      query?: {
        /** @description Whether to report what would be imported, and store nothing. */
        dry_run?: boolean;
        /** @description Whether to record the events of the created and updated records, as if people had made the changes: webhooks, chat, notifications and mails are sent, and people are subscribed. */
        notify?: boolean;
        /** @description Whether tags that neither the project nor a `tag` record of the file has are created or left out. */
        unknown_tags?: 'create' | 'skip';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getImport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteImport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listImportNotes: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSubscribers: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSubscriber: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  subscribe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unsubscribe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getChangelogSubscriber: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  subscribeChangelog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unsubscribeChangelog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPreferences: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updatePreferences: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Whether only unread notifications are returned. */
        unread?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  markNotificationsRead: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getMailSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putMailSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteMailSuppression: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getProtectedResource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPublicProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAttachmentContent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicFeedback: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns feedback with any of these statuses. */
        status?: string[];
        /** @description Returns feedback with statuses of any of these kinds. */
        status_kind?: ('open' | 'planned' | 'active' | 'done' | 'closed')[];
        /** @description Returns feedback on any of these boards; `none` stands for feedback on no board. */
        board?: string[];
        /** @description Returns feedback with all of these tags (case-insensitive). */
        tag?: string[];
        /** @description Filters by fields of the project. `field.{key}` returns feedback with this value, repeated with any of these; `field.{key}.min` and `field.{key}.max` return feedback with a number or date in this range, bounds included. Each is a parameter of its own, for example `field.platform=iOS&field.effort.min=3`. An unknown field returns 400. */
        fields?: {
          [key: string]: string[];
        };
        /** @description Returns feedback created at or after this time. */
        created_after?: string;
        /** @description Returns feedback created before this time. */
        created_before?: string;
        /** @description Returns feedback created or updated at or after this time. Votes and comments are no updates. */
        updated_after?: string;
        /** @description Returns feedback that is expected to be done on this day or later. */
        estimated_after?: string;
        /** @description Returns feedback that is expected to be done before this day. */
        estimated_before?: string;
        /** @description Returns feedback that is pinned, or is not. */
        pinned?: boolean;
        /** @description Returns feedback whose title or description contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words. */
        q?: string;
        /** @description Sort order. `relevance` requires `q`. `field.{key}` sorts by a field of the project, and `field.{key}.desc` in the opposite order; feedback without a value is last in both. An unknown field returns 400, and so does one of the type `choices`. */
        sort?:
          | ('newest' | 'oldest' | 'recently_updated' | 'most_upvoted' | 'most_commented' | 'relevance')
          | `field.${string}`;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'attachments'
          | 'pinned'
          | 'comments_locked'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  findSimilarPublicFeedback: {
    parameters: {
      query: {
        /** @description The title, which may be incomplete. */
        title: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'attachments'
          | 'pinned'
          | 'comments_locked'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPublicFeedback: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'attachments'
          | 'pinned'
          | 'comments_locked'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicComments: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns comments of this kind. */
        kind?: 'comment' | 'internal' | 'response';
        /** @description Returns the replies to the comment with this id; with an empty value, top-level comments. */
        parent_id?: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('attachments' | 'by_team')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPublicRoadmap: {
    parameters: {
      query?: {
        /** @description Maximum number of feedback records of each status. */
        limit?: number;
        /** @description Order within each status. */
        sort?: 'most_upvoted' | 'newest';
        /** @description Returns feedback on any of these boards; `none` stands for feedback on no board. */
        board?: string[];
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: (
          | 'board'
          | 'fields'
          | 'estimated_date'
          | 'updated_at'
          | 'status_changed_at'
          | 'status_changes'
          | 'merged_ids'
          | 'attachments'
          | 'pinned'
          | 'comments_locked'
        )[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicStatuses: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicBoards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicFields: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicTags: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAtomFeed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getRssFeed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getJsonFeed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPublicChangelogs: {
    parameters: {
      query?: {
        /** @description The maximum number of records in a page. */
        limit?: number;
        /** @description The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order. */
        cursor?: string;
        /** @description Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page. */
        count?: boolean;
        /** @description Returns the entry with this slug, or an empty list. */
        slug?: string;
        /** @description Returns entries with all of these tags (case-insensitive). */
        tag?: string[];
        /** @description Returns entries whose `publish_date` is at or after this time. */
        published_after?: string;
        /** @description Returns entries whose `publish_date` is before this time. */
        published_before?: string;
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'feedback')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPublicChangelog: {
    parameters: {
      query?: {
        /** @description Members that the records have in addition to the others, with commas between. */
        include?: ('tags' | 'feedback')[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  subscribeToChangelogByMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
