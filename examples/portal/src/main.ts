import { createPortal } from './app.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
const portal = createPortal(settings);
portal.listen(settings.port, () => console.log(`The portal is at ${settings.url}`));
