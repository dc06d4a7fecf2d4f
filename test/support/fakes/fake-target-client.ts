export { answered, FakeTargetClient, type Post } from '../../../src/testing/fake-target-client.js';
