import { randomBytes } from 'node:crypto';

/**
 * Gives this run's template database its name, which the processes that run the tests inherit. The first of them that
 * needs the template creates it: see `createTestDatabase`.
 */
export default function nameTemplate() {
  process.env.TEST_DATABASE_TEMPLATE = `fcs_template_${randomBytes(8).toString('hex')}`;
}
