// Written from openapi.json by npm run client: not to be edited.

export interface components {
  schemas: {
    /** @description A user as instance admins see it. */
    Account: {
      /**
       * Format: uuid
       * @description Id of the user.
       */
      id: string;
      /** @description The e-mail address. It is empty for a user who was made anonymous. */
      email: string;
      /** @description What the user is called. */
      full_name: string;
      /** @description Where the user's picture is. */
      avatar_url: string;
      /** @description Whether the user is owner of every project and looks after the users. */
      instance_admin: boolean;
      /**
       * Format: date-time
       * @description When the user was registered.
       */
      created_at: string;
    };
    AddMemberRequest: {
      /** @description The user is found by it, without regard to case, or registered. */
      email: string;
      /** @description For a new user. */
      full_name?: string;
      /**
       * @description What the user may do in the project: each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'contributor' | 'editor' | 'owner';
    };
    /** @description An entry of a project's changelog. */
    Changelog: {
      /**
       * Format: uuid
       * @description Id of the entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the user who wrote it.
       */
      author_id: string;
      /** @description The user who wrote it. */
      author: components['schemas']['User'];
      /** @description A line. */
      title: string;
      /** @description A permalink, unique in the project: made of the first title, it stays when the title changes. */
      slug: string;
      /** @description What it says, in short. */
      summary: string;
      /** @description All of it: Markdown, say. It is stored as sent. */
      content: string;
      /** @description A picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Its date. Where that lies ahead, the entry is seen by editors only until then.
       */
      publish_date: string;
      /** @description Whether all members see it, once its date has come. */
      published: boolean;
    };
    /** @description An entry as its update answers: the author is named by id alone. */
    ChangelogUpdate: {
      /**
       * Format: uuid
       * @description Id of the entry.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the project.
       */
      project_id: string;
      /**
       * Format: uuid
       * @description Id of the user who wrote it.
       */
      author_id: string;
      /** @description A line. */
      title: string;
      /** @description A permalink, unique in the project: made of the first title, it stays when the title changes. */
      slug: string;
      /** @description What it says, in short. */
      summary: string;
      /** @description All of it: Markdown, say. It is stored as sent. */
      content: string;
      /** @description A picture: a URL or a `data:image/…` URL. */
      image: string;
      /**
       * Format: date-time
       * @description Its date. Where that lies ahead, the entry is seen by editors only until then.
       */
      publish_date: string;
      /** @description Whether all members see it, once its date has come. */
      published: boolean;
    };
    /** @description What a user says about feedback. */
    Comment: {
      /**
       * Format: uuid
       * @description Id of the comment.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the feedback that it was written on, which may be merged into the one that shows it.
       */
      feedback_id: string;
      /**
       * Format: uuid
       * @description Id of the user who wrote it.
       */
      user_id: string;
      /** @description The user who wrote it. */
      user: components['schemas']['User'];
      /** @description What it says: plain text or Markdown, stored as sent. */
      content: string;
      /**
       * Format: date-time
       * @description When it was written.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last edited; when it was written, where it never was.
       */
      updated_at: string;
    };
    CreateChangelogRequest: {
      /** @description A line. */
      title: string;
      /** @description What it says, in short. */
      summary?: string;
      /** @description All of it: Markdown, say. It is stored as sent. */
      content?: string;
      /** @description A picture: a URL or a `data:image/…` URL. */
      image?: string;
      /** @description Its date. Where that lies ahead, the entry is seen by editors only until then. */
      publish_date?: string;
      /** @description Whether all members see it, once its date has come. */
      published?: boolean;
    };
    CreateProjectRequest: {
      /** @description What the project is called. */
      name: string;
      /** @description Its name in paths. After a change the former one redirects, until another project takes it. */
      slug: string;
      /** @description A picture: a URL, a `data:image/…` URL or an emoji. */
      icon?: string;
      /** @description How round the corners of the icon are: a free text, such as a CSS class. */
      icon_radius?: string;
      /** @description The picture for previews of links: a URL or a `data:image/…` URL. */
      og_image?: string;
    };
    CreateTokenRequest: {
      /** @description What the token is for. */
      name: string;
      /**
       * @description What it allows: each scope includes those before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the only project that it reaches; empty where it is not bound to one. */
      project?: string;
      /** @description When it ends; `null` where it does not by itself. */
      expires_at?: string;
      /**
       * Format: uuid
       * @description For whom: the caller, unless an instance admin names another user.
       */
      user_id?: string;
    };
    CreateUserRequest: {
      /** @description The e-mail address. It is empty for a user who was made anonymous. */
      email: string;
      /** @description What the user is called. */
      full_name: string;
      /** @description Where the user's picture is. */
      avatar_url?: string;
      /** @description Whether the user is owner of every project and looks after the users. */
      instance_admin?: boolean;
    };
    CreateWebhookRequest: {
      /** @description Where events are posted to. */
      url: string;
      /** @description Types of the events that are sent; `[]` stands for all. */
      event_types?: string[];
      /** @description What the webhook is for. */
      description?: string;
      /** @description Whether events are sent. Set to `true`, it forgets why it was disabled. */
      enabled?: boolean;
    };
    /** @description An event on its way to a webhook. */
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
       * @description Whether it is still to be sent, was taken, or was given up.
       * @enum {string}
       */
      status: 'pending' | 'delivered' | 'failed';
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it is tried next; `null` unless it is pending.
       */
      next_attempt_at: string | null;
      /** @description What was tried, oldest first: the newest 50. */
      attempts: {
        /**
         * Format: date-time
         * @description When it was made.
         */
        at: string;
        /** @description Status of the answer; `null` where none came. */
        status_code: number | null;
        /** @description How long it took, in milliseconds. */
        duration_ms: number;
        /** @description What went wrong: a sentence; empty where it succeeded. */
        error: string;
        /** @description The first 1,024 bytes of the answer's body. */
        response: string;
      }[];
    };
    EditCommentRequest: {
      /** @description What it says: plain text or Markdown, stored as sent. */
      content?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly feedback_id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly user_id?: string;
      /** @description Cannot be written: what is sent is ignored. */
      readonly user?: components['schemas']['User'];
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly updated_at?: string;
    };
    /** @description Something that happened in a project. */
    Event:
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'project.created';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Project'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'project.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Project'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'project.config_updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['ProjectConfig'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'member.added';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Member'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'member.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Member'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'member.removed';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Member'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.created';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.status_changed';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.deleted';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.upvoted';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Vote'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.upvote_removed';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Vote'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.merged';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'feedback.unmerged';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Feedback'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'comment.created';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Comment'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'comment.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Comment'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'comment.deleted';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Comment'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'tag.created';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Tag'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'tag.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Tag'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'tag.deleted';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Tag'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'changelog.created';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Changelog'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'changelog.updated';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Changelog'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'changelog.published';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Changelog'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'changelog.unpublished';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Changelog'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'changelog.deleted';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Changelog'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        }
      | {
          /**
           * Format: uuid
           * @description Id of the event: the same wherever it is told, and however often.
           */
          id: string;
          /** @constant */
          type: 'webhook.test';
          /**
           * Format: date-time
           * @description When it happened.
           */
          timestamp: string;
          /**
           * Format: uuid
           * @description Id of the project.
           */
          project_id: string;
          /**
           * Format: uuid
           * @description Id of the user who did it.
           */
          actor_id: string;
          /** @description The record as it was then, as editors see it. The order of its fields is not promised. */
          data: components['schemas']['Nothing'];
          /** @description The former values of the fields that changed; `{}` where there are none. */
          previous: {
            [key: string]: unknown;
          };
        };
    /** @description One fault of an input: it has a `pointer`, or a `parameter` in its place. */
    Fault: {
      /** @description Where it is in the body: a JSON Pointer (RFC 6901). */
      pointer?: string;
      /** @description Name of the parameter in path or query. */
      parameter?: string;
      /**
       * @description Stable. New ones may be added.
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
        | 'invalid_limit'
        | 'invalid_cursor'
        | 'invalid_email'
        | 'email_taken'
        | 'in_the_past'
        | 'token_too_powerful'
        | 'not_found'
        | 'invalid_slug'
        | 'slug_taken'
        | 'invalid_host_name'
        | 'invalid_url'
        | 'chat_without_webhook'
        | 'insufficient_role'
        | 'already_member'
        | 'invalid_color'
        | 'unknown_tag'
        | 'tag_name_taken'
        | 'exclusive'
        | 'relevance_needs_q'
        | 'private_target'
        | 'unknown_event';
      /** @description A sentence for people. It may change. */
      detail: string;
    };
    /** @description What a user wishes of a project. */
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
       * @description Id of the user who submitted it.
       */
      user_id: string;
      /** @description The user who submitted it. */
      user: components['schemas']['User'];
      /** @description A line. */
      title: string;
      /** @description The whole wish: plain text or Markdown, stored as sent. */
      description: string;
      /** @description Its tags, by name. */
      tags: components['schemas']['Tag'][];
      /**
       * @description What becomes of it: any may follow any other. Editors set it.
       * @enum {string}
       */
      status: 'in_review' | 'planned' | 'in_progress' | 'completed' | 'rejected';
      /** @description Users who voted for it, each once. */
      upvotes: number;
      /** @description Comments on it. */
      comment_count: number;
      /**
       * Format: date-time
       * @description When it was submitted.
       */
      created_at: string;
    };
    /** @description All is well. */
    Health: {
      /** @constant */
      status: 'ok';
    };
    /** @description The caller, and the token in hand. */
    Me: {
      /** @description The caller. */
      user: components['schemas']['User'];
      /** @description Whether the user is owner of every project and looks after the users. */
      instance_admin: boolean;
      /** @description The token that the request was sent with. */
      token: {
        /**
         * Format: uuid
         * @description Id of the token.
         */
        id: string;
        /** @description What the token is for. */
        name: string;
        /**
         * @description What it allows: each scope includes those before it.
         * @enum {string}
         */
        scope: 'read' | 'write' | 'admin';
        /** @description Slug of the only project that it reaches; empty where it is not bound to one. */
        project: string;
        /**
         * Format: date-time
         * @description When it ends; `null` where it does not by itself.
         */
        expires_at: string | null;
      };
    };
    /** @description A user's part in a project. */
    Member: {
      /** @description The user. */
      user: components['schemas']['User'];
      /**
       * @description What the user may do in the project: each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'contributor' | 'editor' | 'owner';
      /**
       * Format: date-time
       * @description Since when the user is a member.
       */
      created_at: string;
    };
    MergeFeedbackRequest: {
      /**
       * Format: uuid
       * @description Id of the feedback to merge into, of the same project.
       */
      into: string;
    };
    /** @description An access token that was just made. */
    NewToken: {
      /**
       * Format: uuid
       * @description Id of the token.
       */
      id: string;
      /** @description What the token is for. */
      name: string;
      /**
       * Format: uuid
       * @description Id of the user whom it acts for.
       */
      user_id: string;
      /**
       * @description What it allows: each scope includes those before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the only project that it reaches; empty where it is not bound to one. */
      project: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it ends; `null` where it does not by itself.
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description When it was last used, to the minute; `null` where it never was.
       */
      last_used_at: string | null;
      /** @description The text to send as `Authorization: Bearer …`. It is shown this once. */
      token: string;
    };
    /** @description A webhook with a secret that was just made. */
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
      /** @description Where events are posted to. */
      url: string;
      /** @description What the webhook is for. */
      description: string;
      /** @description Types of the events that are sent; `[]` stands for all. */
      event_types: string[];
      /** @description Whether events are sent. Set to `true`, it forgets why it was disabled. */
      enabled: boolean;
      /** @description Why the service disabled it: a sentence; empty where it did not. */
      disabled_reason: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /** @description What signs the events (Standard Webhooks 1.0). It is shown this once. */
      secret: string;
    };
    /** @description What a test tells: nothing has happened. */
    Nothing: Record<string, never>;
    /** @description What went wrong (RFC 9457). Programs branch on `code`, people read `detail`. */
    Problem: {
      /**
       * @description Status and `code` say what kind of problem it is.
       * @constant
       */
      type: 'about:blank';
      /** @description The status in words. */
      title: string;
      /** @description The status. */
      status: number;
      /** @description A sentence for people. It may change. */
      detail: string;
      /**
       * @description Stable. New ones may be added: take one that you do not know for what its status says.
       * @enum {string}
       */
      code:
        | 'internal_error'
        | 'shutting_down'
        | 'database_unavailable'
        | 'rate_limited'
        | 'invalid_request'
        | 'token_required'
        | 'invalid_token'
        | 'precondition_failed'
        | 'token_not_found'
        | 'token_bound_to_project'
        | 'invalid_input'
        | 'empty_body'
        | 'malformed_json'
        | 'incomplete_body'
        | 'too_deep'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'unsupported_content_encoding'
        | 'idempotency_key_not_allowed'
        | 'token_too_powerful'
        | 'instance_admin_required'
        | 'insufficient_scope'
        | 'invalid_idempotency_key'
        | 'idempotency_key_in_use'
        | 'idempotency_key_reused'
        | 'user_not_found'
        | 'email_taken'
        | 'last_instance_admin'
        | 'slug_taken'
        | 'project_not_found'
        | 'project_renamed'
        | 'insufficient_role'
        | 'body_not_taken'
        | 'custom_domain_missing'
        | 'custom_domain_unverified'
        | 'custom_domain_taken'
        | 'already_member'
        | 'member_not_found'
        | 'last_owner'
        | 'feedback_not_found'
        | 'feedback_merged'
        | 'merge_refused'
        | 'feedback_not_merged'
        | 'comment_not_found'
        | 'tag_name_taken'
        | 'tag_not_found'
        | 'changelog_not_found'
        | 'events_gone'
        | 'too_many_webhooks'
        | 'webhook_not_found'
        | 'delivery_not_found'
        | 'webhook_disabled'
        | 'route_not_found'
        | 'method_not_allowed'
        | 'malformed_request'
        | 'headers_too_large'
        | 'request_timeout';
      /** @description The `X-Request-Id` of the answer. */
      request_id: string;
      /** @description The faults of the input, all of them. */
      errors?: components['schemas']['Fault'][];
    };
    /** @description What feedback and changelogs belong to. */
    Project: {
      /**
       * Format: uuid
       * @description Id of the project. It stays when the slug changes.
       */
      id: string;
      /** @description What the project is called. */
      name: string;
      /** @description Its name in paths. After a change the former one redirects, until another project takes it. */
      slug: string;
      /** @description A picture: a URL, a `data:image/…` URL or an emoji. */
      icon: string;
      /** @description How round the corners of the icon are: a free text, such as a CSS class. */
      icon_radius: string;
      /** @description The picture for previews of links: a URL or a `data:image/…` URL. */
      og_image: string;
      /**
       * Format: date-time
       * @description When the project was made.
       */
      created_at: string;
    };
    /** @description How a project presents itself and where it posts to. */
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
      /** @description How previews of changelogs look: a free text. */
      changelog_preview_style: string;
      /** @description The account that changelogs mention. */
      changelog_social_handle: string;
      /** @description A domain of its own, in lower case. Another one has to be verified anew. */
      custom_domain: string;
      /** @description Whether the project has shown that the domain is its own. */
      custom_domain_verified: boolean;
      /** @description The role that messages in the chat mention. */
      integration_chat_role_id: string;
      /** @description Whether news are posted to the chat. */
      integration_chat_status: boolean;
      /** @description Where news are posted to. It is a secret: all but owners with the scope `admin` see `********`, which leaves it as it is when it is sent back. */
      integration_chat_webhook: string;
      /**
       * Format: date-time
       * @description When the configuration was made.
       */
      created_at: string;
    };
    PutTagRequest: {
      /** @description A CSS hex colour. */
      color?: string;
      /** @description Unique in the project, without regard to case. */
      name?: string;
    };
    SetMemberRoleRequest: {
      /**
       * @description What the user may do in the project: each role includes those before it.
       * @enum {string}
       */
      role?: 'viewer' | 'contributor' | 'editor' | 'owner';
      /** @description Cannot be written: what is sent is ignored. */
      readonly user?: components['schemas']['User'];
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    SubmitFeedbackRequest: {
      /**
       * Format: uuid
       * @description For whom: the caller, unless an editor names another user.
       */
      user_id?: string;
      /** @description For whom, in place of `user_id`: a user by e-mail address, found or registered. */
      user?: components['schemas']['UserReference'];
      /** @description A line. */
      title: string;
      /** @description The whole wish: plain text or Markdown, stored as sent. */
      description?: string;
      /** @description Names of tags, or tags as they were read, of which only the name counts. Setting them takes an editor. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /**
       * @description What becomes of it: any may follow any other. Editors set it.
       * @enum {string}
       */
      status?: 'in_review' | 'planned' | 'in_progress' | 'completed' | 'rejected';
      /** @description When it was submitted: now, unless an editor says otherwise. */
      created_at?: string;
    };
    /** @description A label for a project's feedback. */
    Tag: {
      /** @description Unique in the project, without regard to case. */
      name: string;
      /** @description A CSS hex colour. */
      color: string;
    };
    /** @description An access token, without its text: that is shown once, when it is made. */
    Token: {
      /**
       * Format: uuid
       * @description Id of the token.
       */
      id: string;
      /** @description What the token is for. */
      name: string;
      /**
       * Format: uuid
       * @description Id of the user whom it acts for.
       */
      user_id: string;
      /**
       * @description What it allows: each scope includes those before it.
       * @enum {string}
       */
      scope: 'read' | 'write' | 'admin';
      /** @description Slug of the only project that it reaches; empty where it is not bound to one. */
      project: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it ends; `null` where it does not by itself.
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description When it was last used, to the minute; `null` where it never was.
       */
      last_used_at: string | null;
    };
    UpdateChangelogRequest: {
      /** @description A line. */
      title?: string;
      /** @description What it says, in short. */
      summary?: string;
      /** @description All of it: Markdown, say. It is stored as sent. */
      content?: string;
      /** @description A picture: a URL or a `data:image/…` URL. */
      image?: string;
      /** @description Its date. Where that lies ahead, the entry is seen by editors only until then. */
      publish_date?: string;
      /** @description Whether all members see it, once its date has come. */
      published?: boolean;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly project_id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly author_id?: string;
      /** @description Cannot be written: what is sent is ignored. */
      readonly author?: unknown;
      /** @description Cannot be written: what is sent is ignored. */
      readonly slug?: string;
    };
    UpdateFeedbackRequest: {
      /** @description A line. */
      title?: string;
      /** @description The whole wish: plain text or Markdown, stored as sent. */
      description?: string;
      /** @description Names of tags, or tags as they were read, of which only the name counts. Setting them takes an editor. */
      tags?: (
        | string
        | {
            name: string;
          }
      )[];
      /**
       * @description What becomes of it: any may follow any other. Editors set it.
       * @enum {string}
       */
      status?: 'in_review' | 'planned' | 'in_progress' | 'completed' | 'rejected';
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly project_id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly user_id?: string;
      /** @description Cannot be written: what is sent is ignored. */
      readonly user?: components['schemas']['User'];
      /** @description Cannot be written: what is sent is ignored. */
      readonly upvotes?: number;
      /** @description Cannot be written: what is sent is ignored. */
      readonly comment_count?: number;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    UpdateProjectConfigRequest: {
      /** @description How previews of changelogs look: a free text. */
      changelog_preview_style?: string;
      /** @description The account that changelogs mention. */
      changelog_social_handle?: string;
      /** @description A domain of its own, in lower case. Another one has to be verified anew. */
      custom_domain?: string;
      /** @description The role that messages in the chat mention. */
      integration_chat_role_id?: string;
      /** @description Whether news are posted to the chat. */
      integration_chat_status?: boolean;
      /** @description Where news are posted to. It is a secret: all but owners with the scope `admin` see `********`, which leaves it as it is when it is sent back. */
      integration_chat_webhook?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly project_id?: string;
      /** @description Cannot be written: what is sent is ignored. */
      readonly custom_domain_verified?: boolean;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    UpdateProjectRequest: {
      /** @description What the project is called. */
      name?: string;
      /** @description Its name in paths. After a change the former one redirects, until another project takes it. */
      slug?: string;
      /** @description A picture: a URL, a `data:image/…` URL or an emoji. */
      icon?: string;
      /** @description How round the corners of the icon are: a free text, such as a CSS class. */
      icon_radius?: string;
      /** @description The picture for previews of links: a URL or a `data:image/…` URL. */
      og_image?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    UpdateUserRequest: {
      /** @description The e-mail address. It is empty for a user who was made anonymous. */
      email?: string;
      /** @description What the user is called. */
      full_name?: string;
      /** @description Where the user's picture is. */
      avatar_url?: string;
      /** @description Whether the user is owner of every project and looks after the users. */
      instance_admin?: boolean;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    UpdateWebhookRequest: {
      /** @description Where events are posted to. */
      url?: string;
      /** @description Types of the events that are sent; `[]` stands for all. */
      event_types?: string[];
      /** @description What the webhook is for. */
      description?: string;
      /** @description Whether events are sent. Set to `true`, it forgets why it was disabled. */
      enabled?: boolean;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly id?: string;
      /**
       * Format: uuid
       * @description Cannot be written: what is sent is ignored.
       */
      readonly project_id?: string;
      /** @description Cannot be written: what is sent is ignored. */
      readonly disabled_reason?: string;
      /**
       * Format: date-time
       * @description Cannot be written: what is sent is ignored.
       */
      readonly created_at?: string;
    };
    /** @description A vote for feedback. */
    Upvote: {
      /** @description Who voted. */
      user: components['schemas']['User'];
      /**
       * Format: date-time
       * @description When the user voted.
       */
      created_at: string;
    };
    /** @description Who did something: a person or a program. */
    User: {
      /**
       * Format: uuid
       * @description Id of the user.
       */
      id: string;
      /** @description The e-mail address. It is empty for a user who was made anonymous. */
      email: string;
      /** @description What the user is called. */
      full_name: string;
      /** @description Where the user's picture is. */
      avatar_url: string;
    };
    UserReference: {
      /** @description The user is found by it, without regard to case, or registered. */
      email: string;
      /** @description For a new user. */
      full_name?: string;
      /** @description For a new user: where the picture is. */
      avatar_url?: string;
    };
    /** @description A vote that was cast or taken back. */
    Vote: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      feedback_id: string;
      /**
       * Format: uuid
       * @description Id of the user whose vote it is.
       */
      user_id: string;
      /** @description Votes that the feedback has now. */
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
      /** @description Where events are posted to. */
      url: string;
      /** @description What the webhook is for. */
      description: string;
      /** @description Types of the events that are sent; `[]` stands for all. */
      event_types: string[];
      /** @description Whether events are sent. Set to `true`, it forgets why it was disabled. */
      enabled: boolean;
      /** @description Why the service disabled it: a sentence; empty where it did not. */
      disabled_reason: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      created_at: string;
    };
    WriteCommentRequest: {
      /**
       * Format: uuid
       * @description For whom: the caller, unless an editor names another user.
       */
      user_id?: string;
      /** @description For whom, in place of `user_id`: a user by e-mail address, found or registered. */
      user?: components['schemas']['UserReference'];
      /** @description What it says: plain text or Markdown, stored as sent. */
      content: string;
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
      /** @description 200 */
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
      /** @description 200 */
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
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
        /** @description Whose tokens; those of others are for instance admins. */
        user_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTokenRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      /** @description 200 */
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
      /** @description 204 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUserRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 204 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUserRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateProjectRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      /** @description 200 */
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
      /** @description 204 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProjectRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProjectConfigRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['AddMemberRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['SetMemberRoleRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 204 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
        /** @description Feedback with any of these statuses. */
        status?: ('in_review' | 'planned' | 'in_progress' | 'completed' | 'rejected')[];
        /** @description Feedback with all of these tags, without regard to case. */
        tag?: string[];
        /** @description Feedback that this user submitted. */
        user_id?: string;
        /** @description Feedback from this time on. */
        created_after?: string;
        /** @description Feedback from before this time. */
        created_before?: string;
        /** @description Feedback with these words in title or description, or with words that begin so. Case, accents and slips of a letter or two in longer words are forgiven. */
        q?: string;
        /** @description The order. `relevance` needs `q`. */
        sort?: 'newest' | 'oldest' | 'most_upvoted' | 'most_commented' | 'relevance';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubmitFeedbackRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
        /** @description The title that is being typed. */
        title: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      /** @description 204 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateFeedbackRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MergeFeedbackRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteCommentRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      /** @description 204 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EditCommentRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['PutTagRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 204 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
        /** @description Published entries, or drafts. */
        published?: boolean;
        /** @description Entries with these words in title, summary or content, or with words that begin so. Case, accents and slips of a letter or two in longer words are forgiven. */
        q?: string;
        /** @description Entries dated from this time on. */
        published_after?: string;
        /** @description Entries dated before this time. */
        published_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateChangelogRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateChangelogRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 204 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Id of the event to go on from; the feed begins with the oldest one that is kept. */
        after?: string;
        /** @description Events of any of these types. */
        type?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookRequest'];
      };
    };
    responses: {
      /** @description 201 */
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
      /** @description 200 */
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
      /** @description 204 */
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
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookRequest'];
      };
    };
    responses: {
      /** @description 200 */
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
      /** @description 200 */
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
      /** @description 200 */
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
        /** @description Records in a page, at most. */
        limit?: number;
        /** @description Where to go on from: it stands in the link to the next page. It belongs to this list with these filters, and is opaque. */
        cursor?: string;
        /** @description Whether to count the whole list, for `X-Total-Count`. That can take longer than the page itself. */
        count?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description 200 */
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
      /** @description 200 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
