import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates feedback with its tags, votes, comments and search documents. */
export class Feedback1763600003000 implements MigrationInterface {
  readonly name = 'Feedback1763600003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback (
        id uuid primary key,
        project_id uuid not null constraint feedback_project_id_fkey references projects (id) on delete cascade,
        user_id uuid not null references users (id),
        title text not null,
        description text not null,
        status text not null,
        -- Null if it is on none.
        board text collate "C",
        -- Values of fields of the project, by their keys; null if there are none.
        fields jsonb,
        -- Counters derived from votes and comments, including those of merged feedback.
        upvotes integer not null default 0,
        comment_count integer not null default 0,
        -- The part of the upvotes that was imported without the voters.
        unattributed_votes integer not null default 0,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null default now(),
        status_changed_at timestamptz(3) not null default now(),
        -- The target of a merge. Merged feedback leaves the lists; deleting the target undoes the merge.
        merged_into uuid references feedback (id) on delete set null,
        assignee_id uuid references users (id),
        estimated_date date,
        approval text not null default 'approved' check (approval in ('approved', 'pending', 'rejected')),
        -- Whether it has been approved once. Its creation is an event then.
        announced boolean not null default true,
        pinned boolean not null default false,
        -- Whether only editors can comment.
        comments_locked boolean not null default false,
        -- The system that the feedback was imported from, and its id there; null if it was not imported.
        source text,
        external_id text,
        -- The number of votes that the source counted, if it did.
        source_votes integer,
        version bigint not null default 1,
        constraint feedback_status_fkey foreign key (project_id, status) references statuses (project_id, key),
        constraint feedback_board_fkey foreign key (project_id, board) references boards (project_id, slug)
      );
      create index feedback_newest on feedback (project_id, created_at desc, id desc)
        where merged_into is null and approval = 'approved';
      create index feedback_most_upvoted on feedback (project_id, upvotes desc, id desc)
        where merged_into is null and approval = 'approved';
      create index feedback_most_commented on feedback (project_id, comment_count desc, id desc)
        where merged_into is null and approval = 'approved';
      create index feedback_recently_updated on feedback (project_id, updated_at desc, id desc)
        where merged_into is null and approval = 'approved';
      create index feedback_unapproved on feedback (project_id, approval, created_at desc, id desc)
        where approval <> 'approved';
      -- Also with merged feedback, for the check of the foreign key when a status is deleted.
      create index feedback_status on feedback (project_id, status, created_at desc, id desc);
      create index feedback_status_most_upvoted on feedback (project_id, status, upvotes desc, id desc)
        where merged_into is null and approval = 'approved';
      create index feedback_assignee on feedback (assignee_id, project_id, created_at desc, id desc)
        where assignee_id is not null;
      create index feedback_estimated on feedback (project_id, estimated_date) where estimated_date is not null;
      create index feedback_pinned on feedback (project_id, created_at desc, id desc)
        where pinned and merged_into is null and approval = 'approved';
      -- Also with merged feedback, for the check of the foreign key when a board is deleted.
      create index feedback_board on feedback (project_id, board, created_at desc, id desc) where board is not null;
      create index feedback_board_most_upvoted on feedback (project_id, board, upvotes desc, id desc)
        where merged_into is null and approval = 'approved' and board is not null;
      create index feedback_user on feedback (user_id, project_id, created_at desc, id desc);
      create index feedback_merged on feedback (merged_into) where merged_into is not null;
      create index feedback_merged_project on feedback (project_id) where merged_into is not null;
      create unique index feedback_external on feedback (project_id, external_id, source) where external_id is not null;
      create trigger feedback_version before update on feedback
        for each row when (old.* is distinct from new.*) execute function next_version();
      create trigger feedback_attachments after delete on feedback
        referencing old table as deleted for each statement execute function delete_attachments();

      -- The values of fields, so that filters find them: an item of an array has a row of its own. The time of creation is that
      -- of the feedback: an index lists the feedback with a value in order.
      create table feedback_field_values (
        feedback_id uuid not null references feedback (id) on delete cascade,
        -- Deletes the values with the project before PostgreSQL checks that no definition of theirs is missing.
        project_id uuid not null references projects (id) on delete cascade,
        key text collate "C" not null,
        -- Long texts are stored as their beginning and a hash.
        value text collate "C" not null,
        -- The value of a number, in the order of numbers.
        number double precision,
        created_at timestamptz(3) not null,
        primary key (feedback_id, key, value),
        constraint feedback_field_values_field_fkey foreign key (project_id, key)
          references custom_fields (project_id, key)
      );
      create index feedback_field_values_newest
        on feedback_field_values (project_id, key, value, created_at desc, feedback_id desc);
      -- For ranges of numbers and dates, which are compared in the index.
      create index feedback_field_values_of_field
        on feedback_field_values (project_id, key, created_at desc, feedback_id desc) include (value, number);
      create index feedback_field_values_number on feedback_field_values (project_id, key, number)
        where number is not null;

      create table feedback_metadata (
        feedback_id uuid primary key references feedback (id) on delete cascade,
        metadata jsonb not null
      );

      -- The sums of the companies that want feedback. Feedback that no company wants has no row.
      create table feedback_revenue (
        feedback_id uuid primary key references feedback (id) on delete cascade,
        -- The project of the feedback, which never changes: an index has the feedback of a project in order.
        project_id uuid not null,
        revenue bigint not null,
        companies integer not null
      );
      create index feedback_revenue_most on feedback_revenue (project_id, revenue desc, feedback_id desc);
      -- What has changed since the sums were computed: feedback, or users whose feedback and votes count. Without foreign
      -- keys, so that marks wait for nobody.
      create table stale_revenue (
        id bigint generated always as identity primary key,
        feedback_id uuid,
        user_id uuid,
        check (num_nonnulls(feedback_id, user_id) = 1)
      );
      create index stale_revenue_feedback on stale_revenue (feedback_id) where feedback_id is not null;
      create index stale_revenue_users on stale_revenue (id) where user_id is not null;

      create table feedback_tags (
        feedback_id uuid not null references feedback (id) on delete cascade,
        tag_id uuid not null references tags (id) on delete cascade,
        -- The feedback's time of creation, which never changes: the index lists the feedback of a tag in order.
        created_at timestamptz(3) not null,
        primary key (feedback_id, tag_id)
      );
      create index feedback_tags_newest on feedback_tags (tag_id, created_at desc, feedback_id desc);

      create table votes (
        feedback_id uuid not null references feedback (id) on delete cascade,
        user_id uuid not null constraint votes_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        imported boolean not null default false,
        primary key (feedback_id, user_id)
      );
      create index votes_list on votes (feedback_id, created_at, user_id);
      create index votes_user on votes (user_id);

      create table comments (
        id uuid primary key,
        feedback_id uuid not null references feedback (id) on delete cascade,
        -- The project of the feedback, which never changes: an index lists the comments of a project in order.
        project_id uuid not null,
        user_id uuid not null references users (id),
        -- The top-level comment that it replies to, on the same feedback; null if it is one itself.
        parent_id uuid references comments (id) on delete cascade,
        kind text not null default 'comment' check (kind in ('comment', 'internal', 'response')),
        approval text not null default 'approved' check (approval in ('approved', 'pending', 'rejected')),
        -- Whether it has been approved once. Its creation is an event then.
        announced boolean not null default true,
        content text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        source text,
        external_id text,
        -- The project, if the comment was imported: ids of a source are unique within the project.
        import_project_id uuid,
        version bigint not null default 1
      );
      create index comments_list on comments (feedback_id, created_at, id);
      create index comments_newest on comments (project_id, created_at desc, id desc) where approval = 'approved';
      create index comments_unapproved on comments (project_id, approval, created_at desc, id desc)
        where approval <> 'approved';
      create index comments_rare_kind on comments (project_id, kind, created_at desc, id desc) where kind <> 'comment';
      create index comments_responses on comments (feedback_id, created_at desc, id desc) where kind = 'response';
      create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
      create index comments_user on comments (user_id, project_id, created_at desc, id desc);
      create unique index comments_external on comments (import_project_id, external_id, source)
        where external_id is not null;
      create trigger comments_version before update on comments
        for each row when (old.* is distinct from new.*) execute function next_version();
      create trigger comments_attachments after delete on comments
        referencing old table as deleted for each statement execute function delete_attachments();

      create table status_changes (
        id uuid primary key,
        feedback_id uuid not null references feedback (id) on delete cascade,
        from_status text not null,
        to_status text not null,
        user_id uuid not null references users (id),
        -- The comment that explains the change; null if there is none, or it was deleted.
        comment_id uuid references comments (id) on delete set null,
        created_at timestamptz(3) not null
      );
      create index status_changes_list on status_changes (feedback_id, created_at, id);
      create index status_changes_user on status_changes (user_id);
      create index status_changes_comment on status_changes (comment_id) where comment_id is not null;

      -- A table of its own, so that a vote, which rewrites the row of its feedback, leaves the large index alone. Project
      -- and time of creation never change; they are copied for searches that filter and sort by them.
      create table feedback_search (
        feedback_id uuid primary key references feedback (id) on delete cascade,
        project_id uuid not null,
        created_at timestamptz(3) not null,
        document tsvector not null
      );
      -- Statistics of the 3,000 most frequent words.
      alter table feedback_search alter column document set statistics 300;
      -- Every search reads the pending list, so it is limited to 256 kB.
      create index feedback_search_document on feedback_search using gin (document)
        with (fastupdate = on, gin_pending_list_limit = 256);
      create index feedback_search_newest on feedback_search (project_id, created_at desc, feedback_id desc);

      -- The words of all documents, with the keys by which typos find them.
      create table feedback_words (
        word text collate "C" primary key,
        deletion_keys text[] collate "C" not null,
        -- When the word was found to be unused; null if it is used.
        unused_since timestamptz
      );
      create index feedback_words_deletion_keys on feedback_words using gin (deletion_keys) with (fastupdate = off);
      create index feedback_words_unused on feedback_words (word) where unused_since is not null;

      -- The feedback that applications can query, and conditions of a host are about. It is documented: columns may be added, and
      -- other changes need a view with the next number.
      create view feedback_records_v1 as
        select f.id, f.project_id, f.user_id, f.title, f.description, f.status, f.board, coalesce(f.fields, '{}') as fields,
          f.upvotes, f.comment_count, f.created_at, f.updated_at, f.status_changed_at, f.merged_into, f.approval, f.assignee_id,
          f.estimated_date, f.pinned, f.comments_locked, f.source, f.external_id,
          -- Without offset 0, PostgreSQL merge-joins two indexes and also reads the tags of other feedback.
          array(
            select t.name from feedback_tags ft
            cross join lateral (select t.name, t.name_key from project_tags t where t.id = ft.tag_id offset 0) t
            where ft.feedback_id = f.id order by t.name_key
          ) as tags
        from feedback f;
      -- Feedback as other modules refer to it: merged feedback by its target, with what decides who sees it itself.
      create view referenced_feedback as
        select f.id, t.id as target_id, t.project_id, t.title, t.status, t.board, t.user_id, t.approval,
          f.board as own_board, f.user_id as own_user_id, f.approval as own_approval
        from feedback f join feedback t on t.id = coalesce(f.merged_into, f.id);
      -- The feedback that is shown as one: the target itself, and what is merged into it.
      create view feedback_groups as
        select id as target_id, id from feedback where merged_into is null
        union all select merged_into, id from feedback where merged_into is not null;
      -- Feedback that can be compared with other feedback, and merged.
      create view comparable_feedback as
        select f.id, f.project_id, f.user_id, f.title, f.description, coalesce(f.board, '') as board,
          coalesce(f.fields, '{}') as fields, f.created_at, f.updated_at
        from feedback f where f.merged_into is null and f.approval = 'approved';
      -- The words of feedback. Besides, each document has the lexeme @ with the id of its project, and others that begin with = or <.
      create view feedback_documents as
        select feedback_id, project_id, created_at, document from feedback_search;
      create view referenced_comments as
        select c.id, c.feedback_id, c.kind, c.approval, c.content, c.created_at, exists (select from status_changes s where s.comment_id = c.id) as explains_status
        from comments c;

      -- Who is subscribed to feedback, and who has unsubscribed, which another module provides.
      create view feedback_subscribers as
        select null::uuid as feedback_id, null::uuid as user_id, false as subscribed where false;
      create view exported_subscriptions as
        select null::uuid as project_id, null::uuid as feedback_id, null::uuid as user_id, false as subscribed,
          null::timestamptz(3) as created_at where false;
      create view exported_feedback as
        select f.project_id, f.id, f.user_id, f.title, f.description, f.status, f.upvotes, f.comment_count, f.created_at,
          f.merged_into, f.source, f.external_id,
          array(
            select t.name from feedback_tags ft join project_tags t on t.id = ft.tag_id
            where ft.feedback_id = f.id order by t.name_key
          ) as tags,
          (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
          coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata,
          f.comments_locked, coalesce(f.board, '') as board, f.assignee_id,
          coalesce(f.fields, '{}') as fields, coalesce(to_char(f.estimated_date, 'YYYY-MM-DD'), '') as estimated_date, f.pinned,
          f.approval, coalesce(r.revenue, 0) as revenue, coalesce(r.companies, 0) as companies
        from feedback f left join feedback_revenue r on r.feedback_id = f.id;
      create view exported_votes as
        select f.project_id, v.feedback_id, v.user_id, v.created_at from votes v join feedback f on f.id = v.feedback_id;
      create view exported_status_changes as
        select f.project_id, s.id, s.feedback_id, s.from_status, s.to_status, s.user_id, s.comment_id, s.created_at
        from status_changes s join feedback f on f.id = s.feedback_id;
      create view exported_comments as
        select project_id, feedback_id, id, user_id, content, created_at, updated_at, source, external_id, parent_id, kind,
          approval
        from comments;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_comments, exported_status_changes, exported_votes, exported_feedback, exported_subscriptions,
        feedback_subscribers, referenced_comments, feedback_documents, comparable_feedback, feedback_groups, referenced_feedback,
        feedback_records_v1;
      drop table feedback_words, feedback_search, status_changes, comments, votes, feedback_tags, feedback_metadata,
        stale_revenue, feedback_revenue, feedback_field_values;
      drop table feedback;
    `);
  }
}
