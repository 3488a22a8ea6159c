import { theme, type ThemeConfig } from 'antd';
import { palettes, type ThemeName } from './tokens.js';

/** antd's theme for one of the two looks: its own light or dark algorithm with our tokens over it. */
export function antdTheme(name: ThemeName): ThemeConfig {
  const palette = palettes[name];
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: palette.brand,
      colorLink: palette.brand,
      colorSuccess: palette.ok,
      colorWarning: palette.waiting,
      colorError: palette.bad,
      colorInfo: palette.running,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.line,
      colorBorderSecondary: palette.line,
      colorText: palette.text,
      colorTextSecondary: palette.soft,
      colorTextTertiary: palette.faint,
      colorTextPlaceholder: palette.faint,
      colorTextLightSolid: palette.onBrand,
      borderRadius: 6,
      borderRadiusLG: 10,
      fontSize: 14,
      fontFamily: 'var(--font)',
      controlHeight: 34,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      wireframe: false,
    },
    components: {
      Button: {
        colorPrimary: palette.brand,
        colorPrimaryHover: palette.brandHover,
        colorPrimaryActive: palette.brand,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Modal: { titleFontSize: 16 },
      // An empty box is a control: it has to be seen (3 : 1), other than a line between rows.
      Checkbox: { colorBorder: palette.faint },
      Tooltip: {
        colorTextLightSolid: palettes.dark.text,
        colorBgSpotlight: palettes.dark.raised,
      },
    },
  };
}
