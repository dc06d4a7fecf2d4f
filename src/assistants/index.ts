export { AssistantsModule } from './assistants.module.js';
