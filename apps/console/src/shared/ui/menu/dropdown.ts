// By itself, so that it is fetched by itself: menus are a tenth of a signed-in page's code, and none is open at first.
export { Dropdown } from 'antd';
