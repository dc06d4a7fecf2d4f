/*
 * The subpath `feedback-changelog-service/testing`: a database and doubles of ports for the tests of a host. It follows semantic
 * versioning, as the package does.
 */
export { FakeClock } from './fake-clock.js';
export { FakeMailTransport } from './fake-mail-transport.js';
export { answered, FakeTargetClient, type Post } from './fake-target-client.js';
export { FakeTokenVerifier } from './fake-token-verifier.js';
export { TestDatabase } from './test-database.js';
