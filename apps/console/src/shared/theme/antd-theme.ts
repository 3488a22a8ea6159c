import { theme, type ThemeConfig } from 'antd';
import { focusRingPx, palettes, radii, textSizes, type ThemeName } from './tokens.js';

/**
 * antd's theme for one of the two looks: its own light or dark algorithm with our tokens over it.
 * @param isStill nothing moves. Asked for by the user, it must be said here: antd waits for the end of movements that our
 * style sheet has cut short then, and leaves menus out of sight.
 */
export function antdTheme(name: ThemeName, isStill = false): ThemeConfig {
  const palette = palettes[name];
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: palette.brand,
      // antd derives these from the brand as greys and pales that are neither ours nor readable.
      colorPrimaryBg: palette.brandSoft,
      colorPrimaryBgHover: palette.brandSoftHover,
      colorPrimaryHover: palette.brandHover,
      colorPrimaryActive: palette.brand,
      colorPrimaryBorder: palette.brand,
      colorPrimaryBorderHover: palette.brandHover,
      controlItemBgActive: palette.brandSoft,
      controlItemBgActiveHover: palette.brandSoftHover,
      // One ring for whatever has the focus: two pixels of the brand (base.css); fields add one to their border.
      lineWidthFocus: focusRingPx,
      controlOutline: palette.brand,
      controlOutlineWidth: 1,
      colorErrorOutline: palette.badText,
      colorWarningOutline: palette.waitingText,
      colorLink: palette.brand,
      // The dark algorithm's own are as dim as what is disabled.
      colorLinkHover: palette.brandHover,
      colorLinkActive: palette.brand,
      colorSuccess: palette.ok,
      colorWarning: palette.waiting,
      // Words in red links and buttons, too: the state's colour alone is not dark enough for them.
      colorError: palette.badText,
      colorErrorHover: palette.badTextHover,
      colorErrorActive: palette.badText,
      colorErrorBg: palette.badSoft,
      colorErrorBgFilledHover: palette.badSoft,
      colorErrorBgActive: palette.badSoft,
      colorInfo: palette.running,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.control,
      colorBorderDisabled: palette.line,
      colorBorderSecondary: palette.line,
      colorText: palette.text,
      colorTextSecondary: palette.soft,
      colorTextTertiary: palette.faint,
      colorTextPlaceholder: palette.faint,
      colorTextLightSolid: palette.onBrand,
      borderRadiusSM: radii.small,
      borderRadius: radii.control,
      borderRadiusLG: radii.card,
      fontSize: textSizes.base,
      fontSizeSM: textSizes.small,
      fontSizeLG: textSizes.large,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--mono)',
      controlHeight: 34,
      motion: !isStill,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      wireframe: false,
    },
    components: {
      Button: {
        colorPrimary: palette.brand,
        // The dark algorithm dims it; links that are no buttons have the brand's colour itself.
        colorLink: palette.brand,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      // Seen as one control on the ground of a page, as the switch of the view is.
      Segmented: { trackBg: palette.line },
      // Off, it is as easy to find as a field; antd's greys are not.
      Switch: {
        colorTextQuaternary: palette.control,
        colorTextTertiary: palette.soft,
        handleBg: palette.onBrand,
      },
      // A label, not a control.
      Tag: { colorBorder: palette.line },
      // Keys beside an item, also on the tint of the one that is pointed at.
      Dropdown: { colorTextDescription: palette.soft },
      Modal: { titleFontSize: textSizes.large },
      Tooltip: {
        colorTextLightSolid: palettes.dark.text,
        colorBgSpotlight: palettes.dark.raised,
      },
    },
  };
}
