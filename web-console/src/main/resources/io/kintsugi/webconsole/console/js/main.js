import { chooseTheme, theme } from './lib/theme.js';
import './parts/app.js';

chooseTheme(theme());
