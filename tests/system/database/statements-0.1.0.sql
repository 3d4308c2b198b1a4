delete from "counts" where "kind" = $1 and "key" = $2 and "value" = $3
delete from "doomed_files" where "address" in ($1)
delete from "doomed_files" where "at" < $1 returning "address"
delete from "housekeeping" where "name" = $1
delete from "idempotent_answers" where "created_at" < $1
delete from "intake_items" where "state" = $1 and claimed_by <> $2 and (claimed_until < (extract(epoch from clock_timestamp()) * 1000)::bigint or claimed_until > (extract(epoch from clock_timestamp()) * 1000)::bigint + 20000)
delete from "intake_items" where "state" in ($1, $2) and "received_at" < $3
delete from "outbox" where "failed_at" < $1
delete from "outbox" where "sent_at" < $1
delete from "revoked_sessions" where "until" <= $1
delete from "signals" where "at" < $1
delete from "tokens" where "admin_id" = $1 and "token_hash" <> $2
delete from "tokens" where "expires_at" <= $1
delete from "tokens" where "token_hash" = $1
delete from "void_devices" where "forget_at" <= $1
insert into "admins" ("email", "name", "password_hash", "created_at", "updated_at") values ($1, $2, $3, $4, $5)
insert into "applicant_events" ("applicant_id", "type", "from_status", "to_status", "who", "created_at") values ($1, $2, $3, $4, $5, $6)
insert into "applicant_notes" ("applicant_id", "note", "who", "created_at", "updated_at") values ($1, $2, $3, $4, $5) returning *
insert into "applicant_submissions" ("applicant_id", "number", "reference", "name", "email", "phone", "city", "cover_letter", "portfolio_url", "linkedin_url", "source", "cv_file", "cv_name", "cv_mime", "cv_size", "consent_at", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
insert into "applicants" ("job_id", "job_title", "reference", "name", "sort_name", "email", "email_key", "search_text", "status", "reject_reason", "rating", "is_read", "submissions_count", "last_submitted_at", "retain_until", "deleted_at", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning "id"
insert into "blogs" ("blog_title", "is_active", "description", "blog_image", "summary", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7) returning *
insert into "categories" ("title", "image", "title_key", "created_at", "updated_at") values ($1, $2, $3, $4, $5) returning "id"
insert into "counts" ("kind", "key", "value", "forget_at") values ($1, $2, $3, $4) on conflict do nothing
insert into "doomed_files" ("address", "at") values ($1, $2) on conflict do nothing
insert into "former_category_titles" ("title_key", "category_id") values ($1, $2) on conflict ("title_key") do update set "category_id" = $3
insert into "housekeeping" ("name", "at") values ($1, $2) on conflict ("name") do update set "at" = $3
insert into "idempotent_answers" ("row_name", "idempotency_key", "answer", "created_at") values ($1, $2, $3, $4)
insert into "jobs" ("title", "department", "employment_type", "location_type", "city", "region", "country", "description", "salary_min", "salary_max", "salary_currency", "salary_unit", "show_salary", "openings", "closes_at", "ends_at", "search_text", "slug", "status", "v_order", "posted_at", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) returning *
insert into "kysely_migration_lock" ("id", "is_locked") values ($1, $2)
insert into "last_edits" ("resource", "row_id", "who", "at") values ($1, $2, $3, $4) on conflict ("resource", "row_id") do update set "who" = $5, "at" = $6
insert into "messages" ("type", "name", "email", "app_name", "account_identifier", "message", "due_at", "reference", "status", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
insert into "messages" ("type", "name", "email", "app_name", "account_identifier", "message", "due_at", "status", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
insert into "messages" ("type", "name", "email", "phone", "subject", "message", "reference", "status", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
insert into "messages" ("type", "name", "email", "phone", "subject", "message", "status", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
insert into "outbox" ("subject", "text", "html", "recipient", "kind", "reply_to", "message_key", "attempts", "next_attempt_at", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning "id"
insert into "project_images" ("project_id", "image", "position", "updated_at") values ($1, $2, $3, $4)
insert into "projects" ("title", "category_id", "v_order", "description", "project_url", "video", "summary", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *
insert into "revoked_sessions" ("id", "until") values ($1, $2) on conflict ("id") do update set "until" = "excluded"."until"
insert into "secrets" ("name", "value") values ($1, $2) on conflict do nothing
insert into "site_migration_lock" ("id", "is_locked") values ($1, $2)
insert into "team_members" ("name", "designation", "department", "bio", "linkedin_url", "facebook_url", "image", "v_order", "is_active", "created_at", "updated_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *
insert into "tech_images" ("category_id", "image", "position", "updated_at") values ($1, $2, $3, $4), ($5, $6, $7, $8)
insert into "tokens" ("token_hash", "admin_id", "expires_at", "created_at") values ($1, $2, $3, $4)
insert into "void_devices" ("account", "until", "forget_at") values ($1, $2, $3) on conflict ("account") do update set "account" = $4, "until" = $5, "forget_at" = $6
select "a"."attname" as "column", "a"."attnotnull" as "not_null", "a"."atthasdef" as "has_default", "c"."relname" as "table", "c"."relkind" as "table_type", "ns"."nspname" as "schema", "typ"."typname" as "type", "dtns"."nspname" as "type_schema", col_description(a.attrelid, a.attnum) as "column_description", pg_get_serial_sequence(quote_ident(ns.nspname) || '.' || quote_ident(c.relname), a.attname) as "auto_incrementing" from "pg_catalog"."pg_attribute" as "a" inner join "pg_catalog"."pg_class" as "c" on "a"."attrelid" = "c"."oid" inner join "pg_catalog"."pg_namespace" as "ns" on "c"."relnamespace" = "ns"."oid" inner join "pg_catalog"."pg_type" as "typ" on "a"."atttypid" = "typ"."oid" inner join "pg_catalog"."pg_namespace" as "dtns" on "typ"."typnamespace" = "dtns"."oid" where "c"."relkind" in ($1, $2, $3, $4) and "ns"."nspname" !~ $5 and "ns"."nspname" != $6 and "ns"."nspname" != $7 and has_schema_privilege(ns.nspname, 'USAGE') and "a"."attnum" >= $8 and "a"."attisdropped" != $9 order by "ns"."nspname", "c"."relname", "a"."attnum"
select "address" from "doomed_files"
select "address" from "doomed_files" where "address" in ($1)
select "admins"."id", "admins"."email", "admins"."name" from "tokens" inner join "admins" on "admins"."id" = "tokens"."admin_id" where "tokens"."token_hash" = $1 and "tokens"."expires_at" > $2 and "tokens"."expires_at" <= $3
select "answer" from "idempotent_answers" where "row_name" = $1 and "idempotency_key" = $2
select "applicant_notes".* from "applicant_notes" inner join "applicants" on "applicants"."id" = "applicant_notes"."applicant_id" where "applicant_notes"."id" = $1 and "applicant_notes"."deleted_at" is null and "applicants"."deleted_at" is null
select "applicant_submissions".* from "applicant_submissions" inner join "applicants" on "applicants"."id" = "applicant_submissions"."applicant_id" where "applicants"."id" = $1 and "applicants"."deleted_at" is null and "number" = $2
select "blog_image" from "blogs" where 1 = 0
select "categories"."id" from "projects" inner join "categories" on "categories"."id" = "projects"."category_id" where "projects"."id" = $1 and "categories"."deleted_at" is null
select "categories".* from "categories" inner join "former_category_titles" on "former_category_titles"."category_id" = "categories"."id" where "former_category_titles"."title_key" = $1 and "categories"."deleted_at" is null
select "category_id", count(*) as "projects" from "projects" where "category_id" in ($1) and "deleted_at" is null group by "category_id"
select "id" from "admins" limit $1
select "id" from "admins" where "id" = $1 and "password_hash" = $2
select "id" from "applicant_notes" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "applicant_submissions" where "reference" = $1
select "id" from "applicants" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "applicants" where "id" < $1 order by "id" desc limit $2
select "id" from "applicants" where "retain_until" < $1 order by "retain_until", "id" limit $2
select "id" from "blogs" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "blogs" where "deleted_at" is null limit $1
select "id" from "blogs" where "id" = $1 and "is_active" = $2 and "deleted_at" is not null
select "id" from "categories" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "categories" where "deleted_at" is null limit $1
select "id" from "categories" where "id" = $1 and "deleted_at" is null
select "id" from "jobs" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "jobs" where "deleted_at" is null and "status" = $1 and (strpos("jobs"."search_text", $2) > 0) order by "v_order" asc, "posted_at" desc nulls last, "id" desc
select "id" from "jobs" where "deleted_at" is null and (strpos("jobs"."search_text", $1) > 0 and strpos("jobs"."search_text", $2) > 0 and strpos("jobs"."search_text", $3) > 0 and strpos("jobs"."search_text", $4) > 0) order by "v_order" asc, "posted_at" desc nulls last, "id" desc
select "id" from "jobs" where "deleted_at" is null and (strpos("jobs"."search_text", $1) > 0 and strpos("jobs"."search_text", $2) > 0) order by "v_order" asc, "posted_at" desc nulls last, "id" desc
select "id" from "jobs" where "deleted_at" is null and (strpos("jobs"."search_text", $1) > 0) order by "v_order" asc, "posted_at" desc nulls last, "id" desc
select "id" from "jobs" where "deleted_at" is null limit $1
select "id" from "kysely_migration_lock" where "id" = $1
select "id" from "messages" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "outbox" where "id" = $1
select "id" from "project_images" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "projects" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "projects" where "deleted_at" is null limit $1
select "id" from "signals" where "id" > $1
select "id" from "site_migration_lock" where "id" = $1
select "id" from "team_members" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id" from "team_members" where "deleted_at" is null limit $1
select "id" from "tech_images" where "deleted_at" < $1 order by "deleted_at", "id" limit $2
select "id", "blog_title", "summary", "blog_image", "is_active", "deleted_at", "created_at", "updated_at" from "blogs" where "deleted_at" is null and "is_active" = $1 order by "created_at" desc, "id" desc limit $2 offset $3
select "id", "blog_title", "summary", "blog_image", "is_active", "deleted_at", "created_at", "updated_at" from "blogs" where "deleted_at" is null order by "created_at" desc, "id" desc limit $1 offset $2
select "id", "blog_title", "summary", "blog_image", "is_active", "deleted_at", "created_at", "updated_at" from "blogs" where "id" = $1 and "deleted_at" is null
select "id", "email", "name", "password_hash" from "admins" where "email" = $1
select "id", "ends_at", "department", "employment_type", "location_type" from "jobs" where "deleted_at" is null and "status" = $1 and ("ends_at" is null or "ends_at" > $2) and (strpos("jobs"."search_text", $3) > 0 and strpos("jobs"."search_text", $4) > 0 and strpos("jobs"."search_text", $5) > 0 and strpos("jobs"."search_text", $6) > 0) order by "v_order", "posted_at" desc nulls last, "id" desc
select "id", "ends_at", "department", "employment_type", "location_type" from "jobs" where "deleted_at" is null and "status" = $1 and ("ends_at" is null or "ends_at" > $2) and (strpos("jobs"."search_text", $3) > 0 and strpos("jobs"."search_text", $4) > 0) order by "v_order", "posted_at" desc nulls last, "id" desc
select "id", "ends_at", "department", "employment_type", "location_type" from "jobs" where "deleted_at" is null and "status" = $1 and ("ends_at" is null or "ends_at" > $2) and (strpos("jobs"."search_text", $3) > 0) order by "v_order", "posted_at" desc nulls last, "id" desc
select "id", "ends_at", "department", "employment_type", "location_type" from "jobs" where "deleted_at" is null and "status" = $1 and ("ends_at" is null or "ends_at" > $2) order by "v_order", "posted_at" desc nulls last, "id" desc
select "id", "kind", "message_key", "recipient", "reply_to", "subject", "text", "html", "attempts", "first_attempt_at", "next_attempt_at", "created_at" from "outbox" where "next_attempt_at" is not null order by "next_attempt_at", "id" limit $1
select "id", "kind", "value", "sender" from "signals" where "id" > $1 order by "id"
select "id", "slug" from "jobs" where ("slug" = $1 or ("slug" >= $2 and "slug" < $3))
select "id", "status", "search_text", "submissions_count", "updated_at", "retain_until" from "applicants" where "email_key" = $1 and "job_id" = $2 and "deleted_at" is null and "status" <> $3 and "submissions_count" < $4 order by "id"
select "id", "status", "search_text", "submissions_count", "updated_at", "retain_until" from "applicants" where "email_key" = $1 and "job_id" is null and "deleted_at" is null and "status" <> $2 and "submissions_count" < $3 order by "id"
select "id", "title", "slug", "department", "employment_type", "location_type", "city", "region", "country", "salary_min", "salary_max", "salary_currency", "salary_unit", "show_salary", "openings", "status", "v_order", "posted_at", "closes_at", "ends_at", "deleted_at", "created_at", "updated_at" from "jobs" where "id" in ($1)
select "id", "title", "slug", "department", "employment_type", "location_type", "city", "region", "country", "salary_min", "salary_max", "salary_currency", "salary_unit", "show_salary", "openings", "status", "v_order", "posted_at", "closes_at", "ends_at", "deleted_at", "created_at", "updated_at", (select sum("total") as "count" from "applicant_counts" where "applicant_counts"."job_id" = "jobs"."id" and "applicant_counts"."status" <> $1) as "applicants_count", (select sum("total") as "count" from "applicant_counts" where "applicant_counts"."job_id" = "jobs"."id" and "applicant_counts"."status" <> $2 and "applicant_counts"."is_read" = $3) as "unread_count" from "jobs" where "id" in ($4)
select "id", "title", "summary", "video", "v_order", "project_url", "category_id", "deleted_at", "created_at", "updated_at" from "projects" where "category_id" = $1 and "deleted_at" is null order by "v_order", "id" limit $2 offset $3
select "id", "title", "summary", "video", "v_order", "project_url", "category_id", "deleted_at", "created_at", "updated_at" from "projects" where "id" = $1 and "deleted_at" is null
select "id", "until" from "revoked_sessions" where "until" > $1
select "image" from "categories" where 1 = 0
select "image" from "project_images" where 1 = 0
select "image" from "team_members" where 1 = 0
select "image" from "tech_images" where 1 = 0
select "name", "timestamp" from "kysely_migration"
select "name", "timestamp" from "site_migration"
select "sent"."reference", "sent"."name", "sent"."email", "sent"."phone", "sent"."city", "sent"."source", "sent"."portfolio_url", "sent"."linkedin_url", "sent"."cv_name", "job_title", "status", "reject_reason", "rating", "is_read", "submissions_count", "last_submitted_at", "retain_until", "applicants"."created_at" from "applicants" inner join "applicant_submissions" as "sent" on "sent"."applicant_id" = "applicants"."id" and "sent"."number" = $1 where "deleted_at" is null and "job_id" is null and (strpos("applicants"."search_text", $2) > 0 and strpos("applicants"."search_text", $3) > 0) and "status" = $4 and "applicants"."id" >= $5 and "applicants"."id" <= $6 order by "applicants"."id" desc
select "sent"."reference", "sent"."name", "sent"."email", "sent"."phone", "sent"."city", "sent"."source", "sent"."portfolio_url", "sent"."linkedin_url", "sent"."cv_name", "job_title", "status", "reject_reason", "rating", "is_read", "submissions_count", "last_submitted_at", "retain_until", "applicants"."created_at" from "applicants" inner join "applicant_submissions" as "sent" on "sent"."applicant_id" = "applicants"."id" and "sent"."number" = $1 where "deleted_at" is null and (strpos("applicants"."search_text", $2) > 0) and "status" = $3 and "applicants"."id" >= $4 and "applicants"."id" <= $5 order by "applicants"."id" desc
select "sent"."reference", "sent"."name", "sent"."email", "sent"."phone", "sent"."city", "sent"."source", "sent"."portfolio_url", "sent"."linkedin_url", "sent"."cv_name", "job_title", "status", "reject_reason", "rating", "is_read", "submissions_count", "last_submitted_at", "retain_until", "applicants"."created_at" from "applicants" inner join "applicant_submissions" as "sent" on "sent"."applicant_id" = "applicants"."id" and "sent"."number" = $1 where "deleted_at" is null and status <> 'spam' and "applicants"."id" >= $2 and "applicants"."id" <= $3 order by "applicants"."id" desc
select "status", "is_read", "total" from "applicant_counts" where "job_id" = $1 and "is_read" = $2 order by "status"
select "status", "is_read", "total" from "applicant_counts" where "job_id" = $1 order by "status"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and "is_read" = $1 and ("applicants"."search_text" like $2) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and "job_id" = $1 and ("applicants"."search_text" like $2) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and "job_id" is null and "is_read" = $1 and ("applicants"."search_text" like $2 and "applicants"."search_text" like $3) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and "job_id" is null and ("applicants"."search_text" like $1) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and ("applicants"."search_text" like $1 and "applicants"."search_text" like $2) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and ("applicants"."search_text" like $1) group by "status", "is_read"
select "status", "is_read", count(*) as "total", case when count(*) <= 2000 then string_agg(id::text, ',') end as "ids" from "applicants" where "deleted_at" is null and (("applicants"."search_text" like $1 and "applicants"."search_text" like $2) and (strpos("applicants"."search_text", $3) > 0 and strpos("applicants"."search_text", $4) > 0 and strpos("applicants"."search_text", $5) > 0)) group by "status", "is_read"
select "updated_at" from "applicant_notes" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "applicants" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "blogs" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "categories" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "jobs" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "messages" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "project_images" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "projects" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "team_members" where "id" = $1 and "deleted_at" >= $2
select "updated_at" from "tech_images" where "id" = $1 and "deleted_at" >= $2
select "v_order" from "team_members" where "deleted_at" is null order by "v_order" desc limit $1
select "value" from "secrets" where "name" = $1
select "video" from "projects" where 1 = 0
select "who" from "last_edits" where "resource" = $1 and "row_id" = $2 and "at" = $3
select 'studio_' || substr(md5(current_schema()), 1, 16) as channel
select (select sum("total") as "count" from "applicant_counts" where "applicant_counts"."job_id" = "jobs"."id" and "applicant_counts"."status" <> $1) as "applicants_count", (select sum("total") as "count" from "applicant_counts" where "applicant_counts"."job_id" = "jobs"."id" and "applicant_counts"."status" <> $2 and "applicant_counts"."is_read" = $3) as "unread_count" from "jobs" where "id" = $4
select (select value from counts where kind = $1 and key = $2) as value, floor(extract(epoch from clock_timestamp()) * 1000) as now
select * from "applicant_events" where "applicant_id" = $1 order by "id"
select * from "applicant_notes" where "applicant_id" = $1 and "deleted_at" is null order by "id"
select * from "applicant_submissions" where "applicant_id" = $1 order by "number"
select * from "applicant_submissions" where "applicant_id" in ($1) and "number" = $2
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and "status" = $2 order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $3 offset $4
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "last_submitted_at" asc, "id" asc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "last_submitted_at" desc, "id" desc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "rating" desc, "last_submitted_at" desc, "id" desc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "sort_name" asc, "id" asc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "is_read" = $1 and "applicants"."id" = any($2::bigint[]) and status <> 'spam' order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $3 offset $4
select * from "applicants" where "deleted_at" is null and "job_id" = $1 and "applicants"."id" = any($2::bigint[]) and status <> 'spam' order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $3 offset $4
select * from "applicants" where "deleted_at" is null and "job_id" is null and "applicants"."id" = any($1::bigint[]) and status <> 'spam' order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $2 offset $3
select * from "applicants" where "deleted_at" is null and "job_id" is null and "is_read" = $1 and "applicants"."id" = any($2::bigint[]) and "status" = $3 order by "last_submitted_at" desc, "id" desc limit $4 offset $5
select * from "applicants" where "deleted_at" is null and status <> 'spam' order by "is_read" asc, "last_submitted_at" desc, "id" desc limit $1 offset $2
select * from "applicants" where "id" = $1 and "deleted_at" is null
select * from "applicants" where "id" in ($1, $2) and "deleted_at" is null order by "id"
select * from "blogs" where "id" = $1 and "deleted_at" is null
select * from "categories" where "deleted_at" is null order by "id" limit $1 offset $2
select * from "categories" where "id" = $1 and "deleted_at" is null
select * from "categories" where "title_key" = $1 and "deleted_at" is null order by "id"
select * from "housekeeping"
select * from "intake_items" where "state" = $1 and "id" > $2 order by "id" limit $3
select * from "intake_items" where "state" = $1 order by "next_at", "id" limit $2
select * from "intake_items" where "state" not in ($1, $2) and "id" > $3 order by "id" limit $4
select * from "jobs" where "id" = $1 and "deleted_at" is null
select * from "message_counts"
select * from "messages" where "deleted_at" is null and "status" = $1 and status not in ('archived', 'spam') order by "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "status" = $1 order by "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "status" in ($1) order by "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "type" = $1 and "status" = $2 and status not in ('archived', 'spam') order by "created_at" desc, "id" desc limit $3 offset $4
select * from "messages" where "deleted_at" is null and "type" = $1 and "status" = $2 order by "created_at" desc, "id" desc limit $3 offset $4
select * from "messages" where "deleted_at" is null and "type" = $1 and status <> 'spam' order by "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "type" = $1 and status not in ('archived', 'spam') order by "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "type" = $1 and status not in ('archived', 'spam') order by handled_at is not null asc, case when handled_at is null then coalesce(due_at, '9999') end asc, "created_at" desc, "id" desc limit $2 offset $3
select * from "messages" where "deleted_at" is null and "type" = $1 and status not in ('archived', 'spam') order by handled_at is not null desc, case when handled_at is null then coalesce(due_at, '9999') end desc, "created_at" asc, "id" asc limit $2 offset $3
select * from "messages" where "deleted_at" is null and status <> 'spam' order by "created_at" desc, "id" desc limit $1 offset $2
select * from "messages" where "deleted_at" is null and status not in ('archived', 'spam') order by "created_at" desc, "id" desc limit $1 offset $2
select * from "messages" where "id" = $1 and "deleted_at" is null
select * from "project_images" where "id" = $1 and "deleted_at" is null and "project_id" in (select "projects"."id" from "projects" where "deleted_at" is null)
select * from "project_images" where "project_id" in ($1) and "deleted_at" is null order by "project_id", "position", "id"
select * from "projects" where "id" = $1 and "deleted_at" is null
select * from "team_members" where "deleted_at" is null and "is_active" = $1 order by "v_order", "id" limit $2
select * from "team_members" where "deleted_at" is null order by "v_order", "id" limit $1 offset $2
select * from "team_members" where "id" = $1 and "deleted_at" is null
select * from "tech_images" where "category_id" in ($1) and "deleted_at" is null order by "category_id", "position", "id"
select * from "tech_images" where "id" = $1 and "deleted_at" is null and "category_id" in (select "categories"."id" from "categories" where "deleted_at" is null)
select count(*) as "count" from "project_images" where "project_id" = $1 and "deleted_at" is null
select count(*) as "count" from "tech_images" where "category_id" = $1 and "deleted_at" is null
select count(*) as "total" from "blogs" where "deleted_at" is null
select count(*) as "total" from "blogs" where "deleted_at" is null and "is_active" = $1
select count(*) as "total" from "categories" where "deleted_at" is null
select count(*) as "total" from "projects" where "category_id" = $1 and "deleted_at" is null
select count(*) as "total" from "team_members" where "deleted_at" is null
select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as readonly, current_schema() as schema
select id, "blog_image" as address from "blogs" where id > $1 order by id limit $2
select id, "cv_file" as address from "applicant_submissions" where id > $1 order by id limit $2
select id, "image" as address from "categories" where id > $1 order by id limit $2
select id, "image" as address from "project_images" where id > $1 order by id limit $2
select id, "image" as address from "team_members" where id > $1 order by id limit $2
select id, "image" as address from "tech_images" where id > $1 order by id limit $2
select id, "video" as address from "projects" where id > $1 order by id limit $2
select max("id") as "last" from "signals"
select max("position") as "position" from "project_images" where "project_id" = $1
select max("position") as "position" from "tech_images" where "category_id" = $1
select name from "kysely_migration" order by name
select name from "site_migration" order by name
select pg_advisory_unlock(1400141156, hashtext(current_schema() || ' intake-delivery'))
select pg_advisory_unlock(3853314791062309107)
select pg_current_snapshot()::text as version
select pg_notify('studio_4c9184f37cff01bc', '')
select pg_try_advisory_lock(1400141156, hashtext(current_schema() || ' intake-delivery')) as free
select pg_try_advisory_lock_shared(1400141156, hashtext(current_schema() || ' presence')) as free
update "admins" set "password_hash" = $1, "updated_at" = $2 where "id" = $3 and "password_hash" = $4
update "applicant_notes" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "applicant_notes" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "applicant_notes" set "note" = $1, "updated_at" = $2 where "id" = $3 returning *
update "applicants" set "deleted_at" = $1 where "id" = $2
update "applicants" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "applicants" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "applicants" set "is_read" = $1 where "id" = $2
update "applicants" set "search_text" = $1, "is_read" = $2, "submissions_count" = $3, "last_submitted_at" = $4, "retain_until" = $5, "updated_at" = $6 where "id" = $7
update "applicants" set "status" = $1, "reject_reason" = $2, "rating" = $3, "is_read" = $4, "retain_until" = $5, "updated_at" = $6 where "id" = $7 returning *
update "blogs" set "blog_title" = $1, "is_active" = $2, "description" = $3, "blog_image" = $4, "summary" = $5, "updated_at" = $6 where "id" = $7 returning *
update "blogs" set "blog_title" = $1, "is_active" = $2, "description" = $3, "summary" = $4, "updated_at" = $5 where "id" = $6 returning *
update "blogs" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "blogs" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "categories" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "categories" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "categories" set "title" = $1, "image" = $2, "title_key" = $3, "updated_at" = $4 where "id" = $5
update "categories" set "title" = $1, "title_key" = $2, "updated_at" = $3 where "id" = $4
update "counts" set "value" = $1, "forget_at" = $2 where "kind" = $3 and "key" = $4 and "value" = $5
update "doomed_files" set "at" = $1 where "at" is null
update "intake_items" set "is_sending" = $1 where "is_sending" = $2 and "state" in ($3, $4, $5, $6) and claimed_by <> $7 and (claimed_until < (extract(epoch from clock_timestamp()) * 1000)::bigint or claimed_until > (extract(epoch from clock_timestamp()) * 1000)::bigint + 20000)
update "jobs" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "jobs" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "jobs" set "status" = $1, "posted_at" = $2, "updated_at" = $3 where "id" = $4 returning *
update "jobs" set "title" = $1, "department" = $2, "employment_type" = $3, "location_type" = $4, "city" = $5, "region" = $6, "country" = $7, "description" = $8, "salary_min" = $9, "salary_max" = $10, "salary_currency" = $11, "salary_unit" = $12, "show_salary" = $13, "openings" = $14, "closes_at" = $15, "ends_at" = $16, "search_text" = $17, "slug" = $18, "status" = $19, "v_order" = $20, "posted_at" = $21, "updated_at" = $22 where "id" = $23 returning *
update "jobs" set "v_order" = $1 where "id" = $2 and "deleted_at" is null
update "messages" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "messages" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "messages" set "status" = $1, "handled_at" = $2, "updated_at" = $3 where "id" = $4 returning *
update "outbox" set "attempts" = $1, "first_attempt_at" = $2, "next_attempt_at" = $3 where "id" = $4 and "attempts" = $5 and "next_attempt_at" = $6
update "outbox" set "failed_at" = $1, "next_attempt_at" = $2, "last_error" = $3 where "next_attempt_at" is not null and "created_at" < $4
update "outbox" set "sent_at" = $1, "failed_at" = $2, "next_attempt_at" = $3, "last_error" = $4, "text" = $5, "html" = $6 where "id" = $7
update "project_images" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null and "project_id" in (select "projects"."id" from "projects" where "deleted_at" is null) and exists (select "other"."id" from "project_images" as "other" where "other"."project_id" = "project_images"."project_id" and "other"."id" <> "project_images"."id" and "other"."deleted_at" is null)
update "project_images" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "projects" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "projects" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "projects" set "title" = $1, "category_id" = $2, "v_order" = $3, "description" = $4, "project_url" = $5, "summary" = $6, "updated_at" = $7 where "id" = $8 returning *
update "projects" set "title" = $1, "category_id" = $2, "v_order" = $3, "description" = $4, "project_url" = $5, "video" = $6, "summary" = $7, "updated_at" = $8 where "id" = $9 returning *
update "projects" set "v_order" = $1 where "id" = $2 and "deleted_at" is null
update "team_members" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null
update "team_members" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
update "team_members" set "name" = $1, "designation" = $2, "department" = $3, "bio" = $4, "linkedin_url" = $5, "facebook_url" = $6, "image" = $7, "v_order" = $8, "is_active" = $9, "updated_at" = $10 where "id" = $11 returning *
update "team_members" set "v_order" = $1 where "id" = $2 and "deleted_at" is null
update "tech_images" set "deleted_at" = $1 where "id" = $2 and "deleted_at" is null and "category_id" in (select "categories"."id" from "categories" where "deleted_at" is null) and exists (select "other"."id" from "tech_images" as "other" where "other"."category_id" = "tech_images"."category_id" and "other"."id" <> "tech_images"."id" and "other"."deleted_at" is null)
update "tech_images" set "deleted_at" = $1, "updated_at" = $2 where "id" = $3
with set_timeout as ( select set_config('lock_timeout', '3600000', true) as config_val ) select pg_advisory_lock(3853314791062309107) from set_timeout
with told as ( insert into signals (sender, kind, value, at) values ($1, $2, $3, $4) returning id ) select pg_notify('studio_' || substr(md5(current_schema()), 1, 16), id::text) from told
